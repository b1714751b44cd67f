// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package apnstest_test

import (
	"bytes"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"bellhop.dev/apnstest"
)

// send sends a message with FCM's HTTP v1 API, as RFC 7523 and Google describe it.
func send(t *testing.T, fcm *apnstest.FCM, token, content string) int {
	t.Helper()
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	var account struct {
		ClientEmail string `json:"client_email"`
		PrivateKey  string `json:"private_key"`
		KeyID       string `json:"private_key_id"`
		TokenURI    string `json:"token_uri"`
	}
	text, err := os.ReadFile(fcm.ServiceAccountFile)
	check(err)
	check(json.Unmarshal(text, &account))
	block, _ := pem.Decode([]byte(account.PrivateKey))
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	check(err)
	part := func(value map[string]any) string {
		text, err := json.Marshal(value)
		check(err)
		return base64.RawURLEncoding.EncodeToString(text)
	}
	now := time.Now().Unix()
	unsigned := part(map[string]any{"alg": "RS256", "typ": "JWT", "kid": account.KeyID}) + "." +
		part(map[string]any{
			"iss": account.ClientEmail, "aud": account.TokenURI, "iat": now, "exp": now + 3600,
			"scope": "https://www.googleapis.com/auth/firebase.messaging",
		})
	hash := sha256.Sum256([]byte(unsigned))
	signature, err := rsa.SignPKCS1v15(rand.Reader, key.(*rsa.PrivateKey), crypto.SHA256, hash[:])
	check(err)
	// The simulator is on this machine, so a proxy from the environment must not be used.
	client := &http.Client{Transport: &http.Transport{}}
	defer client.CloseIdleConnections()
	response, err := client.PostForm(account.TokenURI, url.Values{
		"grant_type": {"urn:ietf:params:oauth:grant-type:jwt-bearer"},
		"assertion":  {unsigned + "." + base64.RawURLEncoding.EncodeToString(signature)},
	})
	check(err)
	var access struct {
		Token string `json:"access_token"`
	}
	check(json.NewDecoder(response.Body).Decode(&access))
	response.Body.Close()
	request, err := http.NewRequest(
		"POST", fcm.URL+"/v1/projects/"+fcm.Project+"/messages:send",
		bytes.NewBufferString(`{"message":{"token":"`+token+`",`+content+`}}`))
	check(err)
	request.Header.Set("Authorization", "Bearer "+access.Token)
	request.Header.Set("Content-Type", "application/json")
	response, err = client.Do(request)
	check(err)
	response.Body.Close()
	return response.StatusCode
}

func TestFCMAndWebPush(t *testing.T) {
	shared := apnstest.Start(t)
	expect := func(t *testing.T, status, expected int) {
		t.Helper()
		if status != expected {
			t.Errorf("expected status %d, received %d", expected, status)
		}
	}
	const title = `"notification":{"title":"Dinner"}`
	t.Run("a message arrives on the Android phone", func(t *testing.T) {
		fcm := shared.For(t).FCM()
		expect(t, send(t, fcm, fcm.Token(), title+`,"data":{"table":"7"}`), 200)
		message := fcm.AssertSent(apnstest.ExpectedMessage{
			Title: "Dinner", Platform: "android", Payload: `{"data":{"table":"7"}}`,
		})
		if strings.Contains(message.String(), fcm.Token()) {
			t.Error("the token is shown")
		}
	})
	t.Run("an app that was uninstalled is unregistered", func(t *testing.T) {
		fcm := shared.For(t).FCM()
		token := fcm.Device(map[string]any{"name": "Pixel"})
		expect(t, send(t, fcm, token, title), 200)
		fcm.Uninstall(token)
		expect(t, send(t, fcm, token, title), 404)
		fcm.AssertSent(apnstest.ExpectedMessage{Device: "Pixel", Status: 200})
		fcm.AssertSent(apnstest.ExpectedMessage{Reason: "UNREGISTERED", Status: 404})
	})
	t.Run("a fault ends", func(t *testing.T) {
		fcm := shared.For(t).FCM()
		end := fcm.Fault(apnstest.Fault{
			Kind: "error", Settings: map[string]any{"error": "QUOTA_EXCEEDED"},
		})
		expect(t, send(t, fcm, fcm.Token(), title), 429)
		end()
		expect(t, send(t, fcm, fcm.Token(), title), 200)
	})
	t.Run("a push without authorization is refused and recorded", func(t *testing.T) {
		push := shared.For(t).WebPush()
		subscription := push.Subscribe(map[string]any{"name": "Safari"})
		if subscription.Endpoint == push.Subscription().Endpoint || subscription.Keys.Auth == "" {
			t.Errorf("%+v", subscription)
		}
		if text, err := os.ReadFile(push.VAPIDKeyFile); err != nil || len(text) == 0 {
			t.Error(err)
		}
		request, err := http.NewRequest(
			"POST", subscription.Endpoint, strings.NewReader("not encrypted"))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("TTL", "60")
		response, err := (&http.Client{Transport: &http.Transport{}}).Do(request)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		message := push.AssertSent(apnstest.ExpectedMessage{
			Device: "Safari", Status: response.StatusCode,
		})
		if message.Status < 400 || message.Headers["ttl"] != "60" {
			t.Error(message)
		}
	})
	t.Run("a wrong expectation shows what arrived", func(t *testing.T) {
		apns := shared.For(t)
		expect(t, send(t, apns.FCM(), apns.FCM().Token(), title), 200)
		for part, call := range map[string]func(*apnstest.APNs){
			`expected "Supper", received "Dinner"`: func(a *apnstest.APNs) {
				a.FCM().AssertSent(apnstest.ExpectedMessage{
					Title: "Supper", Timeout: time.Nanosecond,
				})
			},
			"expected no message, received 1:": func(a *apnstest.APNs) {
				a.FCM().AssertNothingSent()
			},
		} {
			if text := failure(t, apns, call); !strings.Contains(text, part) {
				t.Errorf("expected %q, received %q", part, text)
			}
		}
		apns.WebPush().AssertNothingSent()
		apns.Reset()
		apns.FCM().AssertNothingSent()
	})
}
