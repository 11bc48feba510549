<?php
// Reads cases from its input, one a line, and prints what each function opens: `event event`.
error_reporting(E_ALL);
require __DIR__ . '/verify.php';

foreach (explode("\n", rtrim(stream_get_contents(STDIN), "\n")) as $line) {
    [$raw64, $id, $sentAt, $signature, $secret, $now] = explode("\t", $line);
    $raw = base64_decode($raw64);
    // As a sender may write them: PHP keeps the case.
    $headers = ['Webhook-Id' => $id, 'Webhook-Timestamp' => $sentAt, 'webhook-signature' => $signature];
    $headers = array_filter($headers, fn($value) => $value !== '-');
    $opened = [open_by_headers($raw, $headers, $secret, (int) $now), open_by_body($raw, $secret)];
    echo implode(' ', array_map(fn($event) => $event['eventName'] ?? 'null', $opened)), "\n";
}
