import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCanvas } from '@napi-rs/canvas';
import { plate } from './drawings.ts';
import { familiesFor } from './fonts.ts';
import { drawable, shortenName, textDirectionOf } from './names.ts';

const byScript: Record<string, string> = {
  latin: 'Żółć Müller',
  cyrillic: 'Ёжик Щукин',
  greek: 'Ολυμπία',
  vietnamese: 'Nguyễn Thị',
  devanagari: 'प्रिया शर्मा',
  arabic: 'محمد عبد الله',
  hebrew: 'דוד לוי',
  emoji: '😀🚀👍🏽🇩🇪',
};

/** Draws a text on an empty canvas. @returns its pixels as one string */
function ink(text: string, families: string): { drawn: string; isColoured: boolean; points: number } {
  const context = createCanvas(260, 48).getContext('2d');
  context.font = `600 28px ${families}`;
  context.fillStyle = '#ffffff';
  context.fillText(text, 6, 34);
  const { data } = context.getImageData(0, 0, 260, 48);
  let points = 0;
  let isColoured = false;
  for (let at = 0; at < data.length; at += 4) {
    if ((data[at + 3] ?? 0) > 0) points += 1;
    if (Math.abs((data[at] ?? 0) - (data[at + 2] ?? 0)) > 40) isColoured = true;
  }
  return { drawn: Buffer.from(data).toString('base64'), isColoured, points };
}

const tofu = (text: string): string => '\uffff'.repeat([...text].length);

test('our own fonts draw names of every script, without boxes, and each differently', () => {
  const seen = new Map<string, string>();
  for (const [script, name] of Object.entries(byScript)) {
    const families = familiesFor(name);
    assert.match(families, /^"Lectern /, script);
    const { drawn, points } = ink(name, families);
    assert.ok(points > 100, `${script} is empty`);
    for (const letter of name.replaceAll(' ', '').slice(0, 2)) {
      if (/[\p{L}]/u.test(letter)) {
        assert.notEqual(ink(letter, families).drawn, ink(tofu(letter), families).drawn, `${script}: a box`);
      }
    }
    assert.notEqual(drawn, ink(tofu(name), families).drawn, `${script}: the name is drawn as boxes`);
    assert.ok(!seen.has(drawn), `${script} looks like ${seen.get(drawn)}`);
    seen.set(drawn, script);
  }
});

test('emoji have colours, and a joined sequence is one emoji', () => {
  for (const emoji of ['😀', '🇩🇪', '👩🏻‍🚀', '1️⃣'])
    assert.ok(ink(emoji, familiesFor(emoji)).isColoured, emoji);
  const width = (text: string): number => {
    const context = createCanvas(2, 2).getContext('2d');
    context.font = `28px ${familiesFor(text)}`;
    return context.measureText(text).width;
  };
  assert.ok(width('👩🏻‍🚀') < 1.5 * width('😀'));
});

test('Arabic letters are joined', () => {
  const word = 'بيت';
  const families = familiesFor(word);
  const apart = [...word].join('\u200c');
  assert.notEqual(ink(word, families).drawn, ink(apart, families).drawn);
  // Joined letters need less width.
  const context = createCanvas(2, 2).getContext('2d');
  context.font = `28px ${families}`;
  assert.ok(context.measureText(word).width < context.measureText(apart).width);
});

test('a font file is used only if a name needs it', () => {
  assert.doesNotMatch(familiesFor('Anna 12'), /emoji|arabic|cyrillic/);
  assert.match(familiesFor('Анна 😀'), /cyrillic.*emoji/);
});

test('the direction of a name is that of its first letter', () => {
  assert.equal(textDirectionOf('12 محمد Müller'), 'rtl');
  assert.equal(textDirectionOf('דוד'), 'rtl');
  assert.equal(textDirectionOf('Müller محمد'), 'ltr');
  assert.equal(textDirectionOf('😀'), 'ltr');
});

test('characters that do not fit into one line are removed from a name', () => {
  assert.equal(drawable('  Anna\n\tB\u0000 \u202eevil\u2066 '), 'Anna B evil');
  assert.equal(drawable('Zoe\u0308'), 'Zoë');
  assert.equal(drawable(`Z${'\u0301'.repeat(40)}o`), 'Ź\u0301\u0301o');
  assert.equal(drawable('Q\u0351\u036bx'), 'Qx');
  assert.equal(drawable('👩🏻‍🚀 नमस्ते'), '👩🏻‍🚀 नमस्ते');
  assert.equal(drawable('\ud800 \uffff'), '');
});

test('a long name is cut between whole characters, with an ellipsis', () => {
  const measure = (text: string): number => [...text].length * 10;
  assert.equal(shortenName('Anna', 40, measure), 'Anna');
  assert.equal(shortenName('Anna Maria', 60, measure), 'Anna…');
  assert.equal(shortenName('👩🏻‍🚀👩🏻‍🚀👩🏻‍🚀', 60, measure), '👩🏻‍🚀…');
  assert.equal(shortenName('Anna', 5, measure), '…');
  assert.ok(shortenName('x'.repeat(10_000), 1e9, measure).length <= 121);
});

test('a name plate is never wider than its tile, and a person without a name has none', () => {
  for (const name of ['Bo', 'A name that is far too long for any tile', 'م'.repeat(300), 'W'.repeat(5000)]) {
    for (const width of [60, 160, 500]) {
      const sprite = plate({ name, isMuted: true, size: 14, width });
      assert.ok(sprite && sprite.width <= width + 2, `${name.slice(0, 10)} in ${width}: ${sprite?.width}`);
    }
  }
  assert.equal(plate({ name: ' ', isMuted: false, size: 14, width: 200 }), undefined);
  assert.ok(plate({ name: ' ', isMuted: true, size: 14, width: 200 }));
});
