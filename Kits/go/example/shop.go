// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// Package shop sends the notifications of a shop with net/http.
package shop

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// Shop sends to one environment of APNs for one app.
type Shop struct {
	URL, Topic, Bearer string
	Client             *http.Client
	Attempts           int
}

// New returns a sender; authorities is nil for Apple's servers.
func New(
	url, topic string, key []byte, keyID, teamID string, authorities *x509.CertPool,
) (*Shop, error) {
	bearer, err := providerToken(key, keyID, teamID, time.Now())
	if err != nil {
		return nil, err
	}
	transport := &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: authorities}, ForceAttemptHTTP2: true,
	}
	client := &http.Client{Transport: transport, Timeout: 30 * time.Second}
	return &Shop{url, topic, bearer, client, 3}, nil
}

// SendShipped returns the notification's apns-id.
func (s *Shop) SendShipped(token string, order int) (string, error) {
	body, err := json.Marshal(map[string]any{
		"aps": map[string]any{"alert": fmt.Sprintf("Order %d was shipped", order)},
	})
	if err != nil {
		return "", err
	}
	for attempt := 1; ; attempt++ {
		status, id, err := s.post(token, body)
		if status == 200 {
			return id, nil
		}
		isTemporary := status == 429 || status == 500 || status == 503
		if !isTemporary || attempt == s.Attempts {
			return "", err
		}
	}
}

func (s *Shop) post(token string, body []byte) (status int, id string, err error) {
	request, err := http.NewRequest("POST", s.URL+"/3/device/"+token, bytes.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	request.Header.Set("authorization", "bearer "+s.Bearer)
	request.Header.Set("apns-topic", s.Topic)
	request.Header.Set("apns-push-type", "alert")
	response, err := s.Client.Do(request)
	if err != nil {
		return 0, "", err
	}
	defer response.Body.Close()
	var refusal struct{ Reason string }
	if response.StatusCode != 200 {
		json.NewDecoder(response.Body).Decode(&refusal)
		err = fmt.Errorf("%d %s", response.StatusCode, refusal.Reason)
	}
	return response.StatusCode, response.Header.Get("apns-id"), err
}

// providerToken is a JSON Web Token, signed with ES256.
func providerToken(p8 []byte, keyID, teamID string, now time.Time) (string, error) {
	block, _ := pem.Decode(p8)
	if block == nil {
		return "", errors.New("the key is not PEM")
	}
	parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return "", err
	}
	key, ok := parsed.(*ecdsa.PrivateKey)
	if !ok {
		return "", errors.New("the key is not for ECDSA")
	}
	encode := base64.RawURLEncoding.EncodeToString
	content := encode([]byte(fmt.Sprintf(`{"alg":"ES256","kid":%q}`, keyID))) + "." +
		encode([]byte(fmt.Sprintf(`{"iss":%q,"iat":%d}`, teamID, now.Unix())))
	hash := sha256.Sum256([]byte(content))
	r, s, err := ecdsa.Sign(rand.Reader, key, hash[:])
	if err != nil {
		return "", err
	}
	signature := make([]byte, 64)
	r.FillBytes(signature[:32])
	s.FillBytes(signature[32:])
	return content + "." + encode(signature), nil
}
