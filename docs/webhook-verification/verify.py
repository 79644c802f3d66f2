"""Receives webhooks in Python 3.8 or later, without dependencies.

    WEBHOOK_SECRET=<secret of the endpoint> PORT=4000 python3 verify.py

During a rotation, set both secrets: WEBHOOK_SECRET=<new>,<old>
"""

import hashlib
import hmac
import json
import os
import re
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOLERANCE_SECONDS = 300
MAX_BODY_BYTES = 1024 * 1024


def verify(raw_body, timestamp, signature, secrets, now=None):
    """Whether a request is a recent delivery signed with one of the secrets.

    raw_body: the received bytes. timestamp, signature: the two headers, None if missing.
    now: Unix seconds; default: the current time.
    """
    # 1. Both headers are present.
    if not timestamp or not signature:
        return False
    # 2. The timestamp is close to the current time. int() also accepts spaces, signs and other digits.
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        return False
    if abs((int(time.time()) if now is None else now) - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    # 3. The signed text: "<timestamp>.<raw body>".
    signed = timestamp.encode("ascii") + b"." + raw_body
    # compare_digest raises an exception for text beyond ASCII, but accepts any bytes.
    given = signature.encode("utf-8", "surrogatepass")
    for secret in secrets:
        # An unset variable often becomes an empty secret, with which anyone can sign.
        if not secret:
            continue
        # 4. HMAC-SHA256, keyed with the text of the secret.
        expected = "sha256=" + hmac.new(secret.encode("utf-8"), signed, hashlib.sha256).hexdigest()
        # 5. Compare in constant time. Values of different lengths are unequal.
        if hmac.compare_digest(given, expected.encode("ascii")):
            return True
    return False


def accept(event):
    """Queue the event for processing. It may arrive more than once: ignore an event id that you have stored."""
    print(event["event"], event["id"], flush=True)


class Receiver(BaseHTTPRequestHandler):
    secrets = []
    timeout = 10

    def do_POST(self):
        self.send_response(self.receive())
        self.send_header("Content-Length", "0")
        self.end_headers()

    def receive(self):
        length = self.headers.get("Content-Length", "")
        if not re.fullmatch(r"[0-9]{1,12}", length):
            return 411
        if int(length) > MAX_BODY_BYTES:
            return 413
        # The raw bytes of the body, before any parsing.
        raw_body = self.rfile.read(int(length))
        timestamp = self.headers.get("X-Webhook-Timestamp")
        signature = self.headers.get("X-Webhook-Signature")
        if not verify(raw_body, timestamp, signature, self.secrets):
            return 400
        accept(json.loads(raw_body))
        return 204


if __name__ == "__main__":
    Receiver.secrets = [secret for secret in os.environ.get("WEBHOOK_SECRET", "").split(",") if secret]
    if not Receiver.secrets:
        raise SystemExit("WEBHOOK_SECRET is not set")
    server = ThreadingHTTPServer(("", int(os.environ.get("PORT", "4000"))), Receiver)
    print("listening on port", server.server_port, flush=True)
    server.serve_forever()
