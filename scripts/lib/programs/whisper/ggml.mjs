import { FLOAT16, FLOAT32 } from './ctranslate2.mjs';

/** Every whisper model hears so many samples in a second. */
const rate = 16_000;
const transform = 400;

/** The mel scale of Slaney: linear up to 1 kHz, logarithmic above. */
const hertzOf = (mel) => (mel >= 15 ? 1000 * Math.exp((Math.log(6.4) / 27) * (mel - 15)) : (mel * 200) / 3);
const melOf = (hertz) =>
  hertz >= 1000 ? 15 + (Math.log(hertz / 1000) * 27) / Math.log(6.4) : (hertz * 3) / 200;

/** Triangular filters of equal area, one row for each mel. */
function melFilters(mels) {
  const bins = transform / 2 + 1;
  const edges = Array.from({ length: mels + 2 }, (_, index) =>
    hertzOf((melOf(rate / 2) * index) / (mels + 1)),
  );
  const filters = new Float32Array(mels * bins);
  for (let mel = 0; mel < mels; mel += 1) {
    const [low, middle, high] = edges.slice(mel, mel + 3);
    for (let bin = 0; bin < bins; bin += 1) {
      const hertz = (bin * rate) / transform;
      const height = Math.min((hertz - low) / (middle - low), (high - hertz) / (high - middle));
      filters[mel * bins + bin] = (Math.max(0, height) * 2) / (high - low);
    }
  }
  return { dims: [mels, bins], filters };
}

/** The characters with which byte-level vocabularies write bytes. */
function bytesOfCharacters() {
  const map = new Map();
  let next = 256;
  for (let byte = 0; byte < 256; byte += 1) {
    const isShown = (byte > 32 && byte < 127) || (byte > 160 && byte !== 173);
    map.set(isShown ? String.fromCharCode(byte) : String.fromCharCode(next), byte);
    if (!isShown) next += 1;
  }
  return map;
}

/** The bytes of a model's tokens, without the special ones, which the reader adds itself. */
function tokensOf(vocabulary, count) {
  const bytes = bytesOfCharacters();
  const byId = new Map(Object.entries(vocabulary).map(([token, id]) => [id, token]));
  return Array.from({ length: count }, (_, id) => {
    const characters = [...(byId.get(id) ?? '')];
    return characters.every((character) => bytes.has(character))
      ? Buffer.from(characters.map((character) => bytes.get(character)))
      : Buffer.from(characters.join(''));
  });
}

function floatOf(half) {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >> 10) & 0x1f;
  const fraction = half & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

function asFloat32({ type, bytes }) {
  if (type === FLOAT32) return bytes;
  if (type !== FLOAT16) throw new Error('only weights of 16 and 32 bits are converted');
  const result = Buffer.alloc(bytes.length * 2);
  for (let at = 0; at < bytes.length; at += 2) result.writeFloatLE(floatOf(bytes.readUInt16LE(at)), at * 2);
  return result;
}

/** Splits the rows of a tensor that joins several. */
function split(tensor, parts) {
  const length = tensor.bytes.length / parts;
  const [rows, ...rest] = tensor.dims;
  return Array.from({ length: parts }, (_, index) => ({
    ...tensor,
    dims: [rows / parts, ...rest],
    bytes: tensor.bytes.subarray(index * length, (index + 1) * length),
  }));
}

const layersIn = (tensors, part) =>
  new Set([...tensors.keys()].map((name) => name.match(`^${part}/(layer_\\d+)/`)?.[1]).filter(Boolean)).size;

/** The tensors by the names of whisper.cpp. */
function renamed(tensors) {
  const out = new Map();
  const of = (name) => tensors.get(name) ?? fail(name);
  const linear = (to, from) => {
    out.set(`${to}.weight`, of(`${from}/weight`));
    out.set(`${to}.bias`, of(`${from}/bias`));
  };
  const norm = (to, from) => {
    out.set(`${to}.weight`, of(`${from}/gamma`));
    out.set(`${to}.bias`, of(`${from}/beta`));
  };
  const joined = (to, from, names) => {
    const weights = split(of(`${from}/weight`), names.length);
    const biases = split(of(`${from}/bias`), names.length);
    for (const [index, name] of names.entries()) {
      out.set(`${to}.${name}.weight`, weights[index]);
      // Keys have no bias in whisper; CTranslate2 stores zeros.
      if (name !== 'key') out.set(`${to}.${name}.bias`, biases[index]);
    }
  };
  for (const name of ['conv1', 'conv2']) linear(`encoder.${name}`, `encoder/${name}`);
  out.set('encoder.positional_embedding', of('encoder/position_encodings/encodings'));
  out.set('decoder.positional_embedding', of('decoder/position_encodings/encodings'));
  out.set('decoder.token_embedding.weight', of('decoder/embeddings/weight'));
  norm('encoder.ln_post', 'encoder/layer_norm');
  norm('decoder.ln', 'decoder/layer_norm');
  for (const part of ['encoder', 'decoder']) {
    for (let layer = 0; layer < layersIn(tensors, part); layer += 1) {
      const [to, from] = [`${part}.blocks.${layer}`, `${part}/layer_${layer}`];
      joined(`${to}.attn`, `${from}/self_attention/linear_0`, ['query', 'key', 'value']);
      linear(`${to}.attn.out`, `${from}/self_attention/linear_1`);
      norm(`${to}.attn_ln`, `${from}/self_attention/layer_norm`);
      linear(`${to}.mlp.0`, `${from}/ffn/linear_0`);
      linear(`${to}.mlp.2`, `${from}/ffn/linear_1`);
      norm(`${to}.mlp_ln`, `${from}/ffn/layer_norm`);
      if (part === 'encoder') continue;
      linear(`${to}.cross_attn.query`, `${from}/attention/linear_0`);
      joined(`${to}.cross_attn`, `${from}/attention/linear_1`, ['key', 'value']);
      linear(`${to}.cross_attn.out`, `${from}/attention/linear_2`);
      norm(`${to}.cross_attn_ln`, `${from}/attention/layer_norm`);
    }
  }
  return out;
}

function fail(name) {
  throw new Error(`the model has no tensor ${name}`);
}

const integers = (...values) => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeInt32LE(value, index * 4);
  return bytes;
};

/** One tensor as ggml stores it: matrices with 16 bits, vectors and positions with 32. */
function tensorBytes(name, tensor) {
  const isConvolutionBias = /^encoder\.conv\d\.bias$/.test(name);
  const dims = isConvolutionBias ? [...tensor.dims, 1] : tensor.dims;
  const isWide = tensor.dims.length < 2 || name.endsWith('positional_embedding');
  if (!isWide && tensor.type !== FLOAT16) throw new Error(`the matrix ${name} does not have 16 bits`);
  return [
    integers(dims.length, Buffer.byteLength(name), isWide ? 0 : 1, ...dims.toReversed()),
    Buffer.from(name),
    isWide ? asFloat32(tensor) : tensor.bytes,
  ];
}

/**
 * Converts a whisper model to the file format of whisper.cpp (ggml).
 *
 * @param {Map<string, object>} tensors as `readCtranslate2` returns them
 * @param {Record<string, number>} vocabulary ids of tokens: `model.vocab` of its `tokenizer.json`
 * @returns {Buffer}
 */
export function toGgml(tensors, vocabulary) {
  const named = renamed(tensors);
  const [tokens, width] = named.get('decoder.token_embedding.weight').dims;
  const mels = named.get('encoder.conv1.weight').dims[1];
  const heads = width / 64;
  const [hears, reads] = ['encoder', 'decoder'].map(
    (part) => named.get(`${part}.positional_embedding`).dims[0],
  );
  const [encoders, decoders] = ['encoder', 'decoder'].map((part) => layersIn(tensors, part));
  const { dims, filters } = melFilters(mels);
  // Models for English only have one token less.
  const plain = tokensOf(vocabulary, tokens === 51_864 ? 50_256 : 50_257);
  const parts = [
    integers(0x67676d6c, tokens, hears, width, heads, encoders, reads, width, heads, decoders, mels, 1),
    integers(...dims),
    Buffer.from(filters.buffer),
    integers(plain.length),
    ...plain.flatMap((token) => [integers(token.length), token]),
  ];
  for (const [name, tensor] of named) parts.push(...tensorBytes(name, tensor));
  return Buffer.concat(parts);
}
