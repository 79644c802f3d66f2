// Receives webhooks with Go 1.19 or later, and no dependency.
//
//	WEBHOOK_SECRET=<secret of the endpoint> PORT=4000 go run verify.go
//
// While the secret is being rotated, give both: WEBHOOK_SECRET=<new>,<old>
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

// verify tells whether a request is a fresh delivery signed with one of the secrets. rawBody holds the bytes that
// arrived; timestamp and signature are the two headers, empty when they did not arrive.
func verify(rawBody []byte, timestamp, signature string, secrets []string, now time.Time) bool {
	// 1. Both headers are there.
	if timestamp == "" || signature == "" {
		return false
	}
	// 2. The timestamp is near the clock. ParseInt alone would also take a sign.
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
		// Anyone can sign with an empty secret, which is what an unset variable often becomes.
		if secret == "" {
			continue
		}
		// 3. and 4. HMAC-SHA256 of "<timestamp>.<raw body>", keyed with the text of the secret.
		mac := hmac.New(sha256.New, []byte(secret))
		mac.Write([]byte(timestamp + "."))
		mac.Write(rawBody)
		expected := "sha256=" + hex.EncodeToString(mac.Sum(nil))
		// 5. Compared in constant time. Bytes of another length are simply different.
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

// accept puts the event where your own process takes it from, once for each id; it may arrive more than once.
func accept(e event) {
	log.Println(e.Event, e.ID)
}

func receiver(secrets []string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost {
			w.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		// The bytes as they arrive, before anything parses them.
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
