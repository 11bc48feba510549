<?php

const TOLERANCE_SECONDS = 300;

/**
 * Returns the event, or null if the signature in the headers is wrong or too old.
 * $raw: file_get_contents('php://input'), $headers: getallheaders()
 */
function open_by_headers(string $raw, array $headers, string $secret, ?int $now = null): ?array
{
    $headers = array_change_key_case($headers);
    $id = $headers['webhook-id'] ?? '';
    $sentAt = $headers['webhook-timestamp'] ?? '';
    if (!preg_match('/^\d{1,12}$/D', $sentAt)) return null;
    if (abs(($now ?? time()) - (int) $sentAt) > TOLERANCE_SECONDS) return null;
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$sentAt.$raw", $secret, true));
    // There are two signatures while a new secret overlaps the old one.
    foreach (explode(' ', $headers['webhook-signature'] ?? '') as $given) {
        if (hash_equals($expected, $given)) return json_decode($raw, true)['body'];
    }
    return null;
}

/** Returns the event, or null if the signature in the body is wrong: for code without access to the headers. */
function open_by_body(string $raw, string $secret): ?array
{
    // {"signature":"64 hex digits","body":INNER}: the signature is over the bytes of INNER.
    $inner = substr($raw, 87, -1);
    $expected = '{"signature":"' . hash_hmac('sha256', $inner, $secret) . '","body":' . $inner . '}';
    return hash_equals($expected, $raw) ? json_decode($inner, true) : null;
}
