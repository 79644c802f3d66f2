"""Receives webhooks with Python 3.8 or later, and no dependency.

    WEBHOOK_SECRET=<secret of the endpoint> PORT=4000 python3 verify.py

While the secret is being rotated, give both: WEBHOOK_SECRET=<new>,<old>
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
    """Whether a request is a fresh delivery signed with one of the secrets.

    raw_body: the bytes that arrived. timestamp, signature: the two headers, None when they did not arrive.
    now: Unix seconds; the clock's when left out.
    """
    # 1. Both headers are there.
    if not timestamp or not signature:
        return False
    # 2. The timestamp is near the clock. int() alone would also take spaces, signs and digits of other scripts.
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        return False
    if abs((int(time.time()) if now is None else now) - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    # 3. The text that was signed: "<timestamp>.<raw body>".
    signed = timestamp.encode("ascii") + b"." + raw_body
    # compare_digest refuses text beyond ASCII with an exception, but takes any bytes.
    given = signature.encode("utf-8", "surrogatepass")
    for secret in secrets:
        # Anyone can sign with an empty secret, which is what an unset variable often becomes.
        if not secret:
            continue
        # 4. HMAC-SHA256, keyed with the text of the secret.
        expected = "sha256=" + hmac.new(secret.encode("utf-8"), signed, hashlib.sha256).hexdigest()
        # 5. Compared in constant time. Bytes of another length are simply different.
        if hmac.compare_digest(given, expected.encode("ascii")):
            return True
    return False


def accept(event):
    """Put the event where your own process takes it from, once for each event id; it may arrive more than once."""
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
        # The bytes as they arrive, before anything parses them.
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
