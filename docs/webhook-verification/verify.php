<?php

// Receives webhooks with PHP 8.0 or later, and no dependency.
//
//   WEBHOOK_SECRET=<secret of the endpoint> php -S 0.0.0.0:4000 verify.php
//
// Behind a web server, route the endpoint's path to this file. While the secret is being rotated, give both:
// WEBHOOK_SECRET=<new>,<old>

declare(strict_types=1);

const TOLERANCE_SECONDS = 300;
const MAX_BODY_BYTES = 1024 * 1024;

/**
 * Whether a request is a fresh delivery signed with one of the secrets.
 *
 * @param string      $rawBody   the bytes that arrived
 * @param string|null $timestamp the header X-Webhook-Timestamp, null when it did not arrive
 * @param string|null $signature the header X-Webhook-Signature, null when it did not arrive
 * @param string[]    $secrets   the secrets of the endpoint
 * @param int|null    $now       Unix seconds; the clock's when left out
 */
function verify(string $rawBody, ?string $timestamp, ?string $signature, array $secrets, ?int $now = null): bool
{
    // 1. Both headers are there.
    if ($timestamp === null || $timestamp === '' || $signature === null || $signature === '') {
        return false;
    }
    // 2. The timestamp is near the clock. D: without it, $ would let a line end pass.
    if (preg_match('/^[0-9]{1,12}$/D', $timestamp) !== 1) {
        return false;
    }
    if (abs(($now ?? time()) - (int) $timestamp) > TOLERANCE_SECONDS) {
        return false;
    }
    foreach ($secrets as $secret) {
        // Anyone can sign with an empty secret, which is what an unset variable often becomes.
        if ($secret === '') {
            continue;
        }
        // 3. and 4. HMAC-SHA256 of "<timestamp>.<raw body>", keyed with the text of the secret.
        $expected = 'sha256=' . hash_hmac('sha256', $timestamp . '.' . $rawBody, $secret);
        // 5. Compared in constant time. The known text comes first; other lengths are simply different.
        if (hash_equals($expected, $signature)) {
            return true;
        }
    }
    return false;
}

/** Put the event where your own process takes it from, once for each event id; it may arrive more than once. */
function accept(array $event): void
{
    error_log($event['event'] . ' ' . $event['id']);
}

function receive(): int
{
    if (($_SERVER['REQUEST_METHOD'] ?? '') !== 'POST') {
        return 405;
    }
    // The bytes as they arrive, before anything parses them.
    $rawBody = file_get_contents('php://input', false, null, 0, MAX_BODY_BYTES + 1);
    if ($rawBody === false || strlen($rawBody) > MAX_BODY_BYTES) {
        return 413;
    }
    $secrets = array_filter(explode(',', (string) getenv('WEBHOOK_SECRET')), fn (string $secret) => $secret !== '');
    if ($secrets === []) {
        error_log('WEBHOOK_SECRET is not set');
        return 500;
    }
    $timestamp = $_SERVER['HTTP_X_WEBHOOK_TIMESTAMP'] ?? null;
    $signature = $_SERVER['HTTP_X_WEBHOOK_SIGNATURE'] ?? null;
    if (!verify($rawBody, $timestamp, $signature, $secrets)) {
        return 400;
    }
    // Big numbers stay text, and no amount becomes a float: the service writes amounts as text.
    accept(json_decode($rawBody, true, 512, JSON_THROW_ON_ERROR | JSON_BIGINT_AS_STRING));
    return 204;
}

// Not when another file includes this one for verify().
if (realpath($_SERVER['SCRIPT_FILENAME'] ?? '') === __FILE__) {
    http_response_code(receive());
}
