import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.UnaryOperator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Gives an event as JSON text, for the JSON library that you have. Java 17 or newer. */
final class Verify {
    private static final long TOLERANCE_SECONDS = 300;
    /** Before INNER in {"signature":"64 hex digits","body":INNER}. */
    private static final int BEFORE = 87;

    /**
     * Returns the event; empty if the signature in the headers is wrong or too old.
     *
     * @param raw the request's body as it came
     * @param header gives a header by its name, or null: request::getHeader
     * @param now seconds since 1970: Instant.now().getEpochSecond()
     */
    static Optional<String> openByHeaders(
            byte[] raw, UnaryOperator<String> header, String secret, long now) {
        String id = header.apply("webhook-id");
        String sentAt = header.apply("webhook-timestamp");
        String signatures = header.apply("webhook-signature");
        if (id == null || sentAt == null || signatures == null) return Optional.empty();
        if (!sentAt.matches("[0-9]{1,12}")) return Optional.empty();
        if (Math.abs(now - Long.parseLong(sentAt)) > TOLERANCE_SECONDS) return Optional.empty();
        byte[] signature = sign(secret, (id + "." + sentAt + ".").getBytes(UTF_8), raw);
        byte[] expected = ("v1," + Base64.getEncoder().encodeToString(signature)).getBytes(UTF_8);
        // There are two signatures while a new secret overlaps the old one.
        for (String given : signatures.split(" ")) {
            if (MessageDigest.isEqual(given.getBytes(UTF_8), expected)) return inner(raw);
        }
        return Optional.empty();
    }

    /** Returns the event; empty if the signature in the body is wrong: for code without access to the headers. */
    static Optional<String> openByBody(byte[] raw, String secret) {
        return inner(raw).filter(inner -> {
            // The signature is over the bytes of INNER.
            byte[] signature = sign(secret, Arrays.copyOfRange(raw, BEFORE, raw.length - 1));
            String before = "{\"signature\":\"" + HexFormat.of().formatHex(signature) + "\",\"body\":";
            byte[] given = Arrays.copyOf(raw, BEFORE);
            return raw[raw.length - 1] == '}' && MessageDigest.isEqual(given, before.getBytes(UTF_8));
        });
    }

    private static Optional<String> inner(byte[] raw) {
        if (raw.length <= BEFORE) return Optional.empty();
        return Optional.of(new String(raw, BEFORE, raw.length - 1 - BEFORE, UTF_8));
    }

    private static byte[] sign(String secret, byte[]... parts) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
            for (byte[] part : parts) mac.update(part);
            return mac.doFinal();
        } catch (GeneralSecurityException error) {
            throw new IllegalStateException(error);
        }
    }
}
