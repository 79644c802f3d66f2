// Receives webhooks in Go 1.19 or later, without dependencies.
//
//	WEBHOOK_SECRET=<secret of the endpoint> PORT=4000 go run verify.go
//
// During a rotation, set both secrets: WEBHOOK_SECRET=<new>,<old>
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"log"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const (
	toleranceSeconds = 300
	maxBodyBytes     = 1 << 20
)

var unixSeconds = regexp.MustCompile(`\A[0-9]{1,12}\z`)

// verify reports whether a request is a recent delivery signed with one of the secrets. rawBody is the received bytes;
// timestamp and signature are the two headers, empty if missing.
func verify(rawBody []byte, timestamp, signature string, secrets []string, now time.Time) bool {
	// 1. Both headers are present.
	if timestamp == "" || signature == "" {
		return false
	}
	// 2. The timestamp is close to the current time. ParseInt alone would also accept a sign.
	if !unixSeconds.MatchString(timestamp) {
		return false
	}
	sent, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil {
		return false
	}
	if age := now.Unix() - sent; age > toleranceSeconds || age < -toleranceSeconds {
		return false
	}
	for _, secret := range secrets {
		// An unset variable often becomes an empty secret, with which anyone can sign.
		if secret == "" {
			continue
		}
		// 3. and 4. HMAC-SHA256 of "<timestamp>.<raw body>", keyed with the text of the secret.
		mac := hmac.New(sha256.New, []byte(secret))
		mac.Write([]byte(timestamp + "."))
		mac.Write(rawBody)
		expected := "sha256=" + hex.EncodeToString(mac.Sum(nil))
		// 5. Compare in constant time. Values of different lengths are unequal.
		if hmac.Equal([]byte(signature), []byte(expected)) {
			return true
		}
	}
	return false
}

type event struct {
	ID    string          `json:"id"`
	Event string          `json:"event"`
	Data  json.RawMessage `json:"data"`
}

// accept queues the event for processing. It may arrive more than once: ignore an id that you have stored.
func accept(e event) {
	log.Println(e.Event, e.ID)
}

func receiver(secrets []string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost {
			w.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		// The raw bytes of the body, before any parsing.
		rawBody, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBodyBytes))
		if err != nil {
			w.WriteHeader(http.StatusRequestEntityTooLarge)
			return
		}
		timestamp, signature := r.Header.Get("X-Webhook-Timestamp"), r.Header.Get("X-Webhook-Signature")
		if !verify(rawBody, timestamp, signature, secrets, time.Now()) {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		var e event
		if err := json.Unmarshal(rawBody, &e); err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		accept(e)
		w.WriteHeader(http.StatusNoContent)
	}
}

func main() {
	secrets := strings.FieldsFunc(os.Getenv("WEBHOOK_SECRET"), func(r rune) bool { return r == ',' })
	if len(secrets) == 0 {
		log.Fatal("WEBHOOK_SECRET is not set")
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "4000"
	}
	server := &http.Server{
		Addr:              ":" + port,
		Handler:           receiver(secrets),
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       10 * time.Second,
	}
	log.Fatal(server.ListenAndServe())
}
