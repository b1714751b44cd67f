// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package apnstest

import (
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"
)

// Message is a message that the simulated FCM or push service received, with its response.
type Message struct {
	Sequence int `json:"sequence"`
	Status   int `json:"status"`
	// Reason is the error code of a rejection, such as UNREGISTERED.
	Reason string `json:"reason"`
	// Note is what happened, in a sentence.
	Note string `json:"note"`
	// Address is the token or endpoint, shortened.
	Address string `json:"address"`
	App     string `json:"app"`
	// Device is the name of the phone or browser.
	Device   string `json:"device"`
	Platform string `json:"platform"`
	// Title and Body are what the device shows.
	Title string `json:"title"`
	Body  string `json:"body"`
	// Payload is FCM's message without its token, or the decrypted content, if it is JSON; Text is
	// the decrypted content of a Web Push message that is not JSON.
	Payload json.RawMessage `json:"payload"`
	Text    string          `json:"text"`
	// Headers of Web Push: ttl, urgency, topic and content-encoding.
	Headers map[string]string `json:"headers"`

	Kind string `json:"kind"`
}

// ExpectedMessage is what a message must have; properties that are empty match every message.
type ExpectedMessage struct {
	App, Device, Platform, Title, Body, Text, Reason string
	Status                                           int
	// Payload is JSON. Its objects may omit members; everything else must be equal.
	Payload string
	// Timeout is 5 seconds by default.
	Timeout time.Duration
}

// messaging is what the simulated FCM and the simulated push service have in common.
type messaging struct {
	service string
	apns    *APNs
	// URL is the address without a path, with http; the port also accepts https.
	URL string
}

// FCM is the simulated FCM: a token endpoint, a project, an Android phone, any number of devices.
type FCM struct {
	messaging
	// Project is the identifier of the Firebase project.
	Project string
	// ServiceAccountFile is a service account's key file, whose token_uri is the simulator's.
	ServiceAccountFile string

	token string
}

// FCM returns the simulated FCM for the test.
func (a *APNs) FCM() *FCM {
	ready := a.fcm
	return &FCM{
		messaging: messaging{"fcm", a, ready.URL}, Project: ready.Project,
		ServiceAccountFile: ready.ServiceAccount, token: ready.Token,
	}
}

// Token returns the registration token of the Android phone.
func (f *FCM) Token() string {
	f.apns.t.Helper()
	text, err := os.ReadFile(f.token)
	f.apns.check(err)
	return strings.TrimSpace(string(text))
}

// Device registers another device and returns its registration token. Its fields are name, platform
// (android, ios, web), app, token, project and topics.
func (f *FCM) Device(fields map[string]any) string {
	f.apns.t.Helper()
	var result struct{ Token string }
	f.apns.check(f.apns.call("POST", "/v1/fcm/tokens", fields, &result))
	return result.Token
}

// Uninstall uninstalls the app: from now on, FCM returns UNREGISTERED.
func (f *FCM) Uninstall(token string) {
	f.apns.t.Helper()
	f.apns.check(f.apns.call("DELETE", "/v1/fcm/tokens/"+url.PathEscape(token), nil, nil))
}

// Subscription is a subscription of a browser, as PushSubscription.toJSON() returns it.
type Subscription struct {
	Endpoint string `json:"endpoint"`
	Keys     struct {
		P256DH string `json:"p256dh"`
		Auth   string `json:"auth"`
	} `json:"keys"`
}

// WebPush is the simulated push service of browsers, which decrypts what it gets.
type WebPush struct {
	messaging
	// VAPIDKeyFile is a VAPID private key in PEM, for the sender.
	VAPIDKeyFile string

	subscription string
}

// WebPush returns the simulated push service for the test.
func (a *APNs) WebPush() *WebPush {
	ready := a.webPush
	return &WebPush{
		messaging: messaging{"web_push", a, ready.URL}, VAPIDKeyFile: ready.VAPIDKey,
		subscription: ready.Subscription,
	}
}

// Subscription returns the subscription of the browser.
func (w *WebPush) Subscription() (result Subscription) {
	w.apns.t.Helper()
	text, err := os.ReadFile(w.subscription)
	w.apns.check(err)
	w.apns.check(json.Unmarshal(text, &result))
	return result
}

// Subscribe subscribes another browser. Its fields are name, and application_server_key, the VAPID
// public key that the subscription is limited to.
func (w *WebPush) Subscribe(fields map[string]any) Subscription {
	w.apns.t.Helper()
	var result struct{ Subscription Subscription }
	w.apns.check(w.apns.call("POST", "/v1/web-push/subscriptions", fields, &result))
	return result.Subscription
}

// Fault injects a fault, which ends when the returned function is called, with its count, or with
// the test. Its kind is status or delay; for FCM also error, with the code as the setting "error",
// and token.
func (m *messaging) Fault(fault Fault) (end func()) {
	m.apns.t.Helper()
	settings := map[string]any{"service": m.service}
	for name, value := range fault.Settings {
		settings[name] = value
	}
	fault.Settings = settings
	return m.apns.Fault(fault)
}

// Messages returns the messages that were received since the last reset, oldest first.
func (m *messaging) Messages() []Message {
	m.apns.t.Helper()
	var found []Message
	for after := 0; ; {
		entries := m.page(after, 0)
		found = append(found, sent(entries)...)
		if len(entries) < page {
			return found
		}
		after = entries[page-1].Sequence
	}
}

// AssertSent returns the first message with all of these properties, and waits for it if necessary.
// Otherwise, it fails the test and lists what arrived.
func (m *messaging) AssertSent(expected ExpectedMessage) Message {
	m.apns.t.Helper()
	payload, err := Expected{Payload: expected.Payload}.payload()
	m.apns.check(err)
	timeout := expected.Timeout
	if timeout == 0 {
		timeout = 5 * time.Second
	}
	var received []Message
	after := 0
	for deadline := time.Now().Add(timeout); ; {
		left := time.Until(deadline)
		entries := m.page(after, left)
		for _, message := range sent(entries) {
			if len(expected.differences(message, payload)) == 0 {
				return message
			}
			received = append(received, message)
		}
		if len(entries) > 0 {
			after = entries[len(entries)-1].Sequence
		}
		if left <= 0 && len(entries) < page {
			m.apns.t.Fatal(expected.report(received, payload, timeout))
		}
	}
}

// AssertNothingSent fails the test if a message was received; it does not wait.
func (m *messaging) AssertNothingSent() {
	m.apns.t.Helper()
	if found := m.Messages(); len(found) > 0 {
		m.apns.t.Fatalf("expected no message, received %d:\n%s", len(found), listed(found))
	}
}

// page returns requests after waiting for one.
func (m *messaging) page(after int, wait time.Duration) []Message {
	m.apns.t.Helper()
	parameters := map[string]string{
		"service": m.service, "after": number(after), "limit": strconv.Itoa(page),
	}
	if wait > waitMax {
		wait = waitMax
	}
	if wait > 0 {
		// The API takes whole seconds.
		parameters["count"] = "1"
		parameters["wait"] = number(int(math.Ceil(wait.Seconds())))
	}
	var result struct{ Requests []Message }
	m.apns.check(m.apns.call("GET", "/v1/requests"+query(parameters), nil, &result))
	return result.Requests
}

// sent leaves out requests for access tokens.
func sent(entries []Message) []Message {
	var messages []Message
	for _, entry := range entries {
		if entry.Kind == "send" {
			messages = append(messages, entry)
		}
	}
	return messages
}

func (e ExpectedMessage) differences(message Message, payload any) []string {
	var lines []string
	add := func(name string, expected, received any) {
		lines = append(lines, fmt.Sprintf(
			"%s: expected %s, received %s", name, show(expected), show(received)))
	}
	for _, row := range []struct{ name, expected, received string }{
		{"app", e.App, message.App}, {"device", e.Device, message.Device},
		{"platform", e.Platform, message.Platform}, {"title", e.Title, message.Title},
		{"body", e.Body, message.Body}, {"text", e.Text, message.Text},
		{"reason", e.Reason, message.Reason},
	} {
		if row.expected != "" && row.expected != row.received {
			add(row.name, row.expected, row.received)
		}
	}
	if e.Status != 0 && e.Status != message.Status {
		add("status", e.Status, message.Status)
	}
	if e.Payload != "" {
		var received any
		exists := json.Unmarshal(message.Payload, &received) == nil
		lines = append(lines, below("payload", payload, received, exists)...)
	}
	return lines
}

// report is the message for an expectation that no message fulfilled.
func (e ExpectedMessage) report(received []Message, payload any, timeout time.Duration) string {
	head := fmt.Sprintf("no message matched within %v", timeout)
	if len(received) == 0 {
		return head + "; the simulator received no message"
	}
	var closest []string
	var message Message
	for _, candidate := range received {
		found := e.differences(candidate, payload)
		// Of several that are equally close, the newest is the most likely one.
		if closest == nil || len(found) <= len(closest) {
			closest, message = found, candidate
		}
	}
	lines := []string{fmt.Sprintf("%s; the closest of %d received is %s", head, len(received), message)}
	for _, line := range closest {
		lines = append(lines, "  "+line)
	}
	return strings.Join(lines, "\n")
}

// String is the message in one line.
func (m Message) String() string {
	result := strings.TrimSpace(fmt.Sprintf("%d %s", m.Status, m.Reason))
	content := m.Text
	if len(m.Payload) > 0 {
		content = string(m.Payload)
	}
	return fmt.Sprintf("#%d %s to %s: %s", m.Sequence, result, m.Device, cut(content))
}

// listed returns the messages, one per line, the newest ones last.
func listed(messages []Message) string {
	var lines []string
	if earlier := len(messages) - listedMax; earlier > 0 {
		lines = append(lines, fmt.Sprintf("  … %d earlier ones", earlier))
		messages = messages[earlier:]
	}
	for _, message := range messages {
		lines = append(lines, "  "+message.String())
	}
	return strings.Join(lines, "\n")
}
