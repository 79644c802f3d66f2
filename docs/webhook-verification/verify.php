<?php

// Receives webhooks in PHP 8.0 or later, without dependencies.
//
//   WEBHOOK_SECRET=<secret of the endpoint> php -S 0.0.0.0:4000 verify.php
//
// Behind a web server, route the endpoint's path to this file. During a rotation, set both secrets:
// WEBHOOK_SECRET=<new>,<old>

declare(strict_types=1);

const TOLERANCE_SECONDS = 300;
const MAX_BODY_BYTES = 1024 * 1024;

/**
 * Whether a request is a recent delivery signed with one of the secrets.
 *
 * @param string      $rawBody   the received bytes
 * @param string|null $timestamp the header X-Webhook-Timestamp, null if missing
 * @param string|null $signature the header X-Webhook-Signature, null if missing
 * @param string[]    $secrets   the secrets of the endpoint
 * @param int|null    $now       Unix seconds; default: the current time
 */
function verify(string $rawBody, ?string $timestamp, ?string $signature, array $secrets, ?int $now = null): bool
{
    // 1. Both headers are present.
    if ($timestamp === null || $timestamp === '' || $signature === null || $signature === '') {
        return false;
    }
    // 2. The timestamp is close to the current time. Without the modifier D, $ would also match before a line break.
    if (preg_match('/^[0-9]{1,12}$/D', $timestamp) !== 1) {
        return false;
    }
    if (abs(($now ?? time()) - (int) $timestamp) > TOLERANCE_SECONDS) {
        return false;
    }
    foreach ($secrets as $secret) {
        // An unset variable often becomes an empty secret, with which anyone can sign.
        if ($secret === '') {
            continue;
        }
        // 3. and 4. HMAC-SHA256 of "<timestamp>.<raw body>", keyed with the text of the secret.
        $expected = 'sha256=' . hash_hmac('sha256', $timestamp . '.' . $rawBody, $secret);
        // 5. Compare in constant time. The known value comes first; values of different lengths are unequal.
        if (hash_equals($expected, $signature)) {
            return true;
        }
    }
    return false;
}

/** Queue the event for processing. It may arrive more than once: ignore an event id that you have stored. */
function accept(array $event): void
{
    error_log($event['event'] . ' ' . $event['id']);
}

function receive(): int
{
    if (($_SERVER['REQUEST_METHOD'] ?? '') !== 'POST') {
        return 405;
    }
    // The raw bytes of the body, before any parsing.
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
    // Big integers stay text. Amounts are text in the body, so none becomes a float.
    accept(json_decode($rawBody, true, 512, JSON_THROW_ON_ERROR | JSON_BIGINT_AS_STRING));
    return 204;
}

// Not if another file includes this one for verify().
if (realpath($_SERVER['SCRIPT_FILENAME'] ?? '') === __FILE__) {
    http_response_code(receive());
}
