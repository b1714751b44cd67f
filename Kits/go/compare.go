// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package apnstest

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"reflect"
	"sort"
	"strings"
	"time"
)

const (
	listedMax = 10
	valueMax  = 300
)

// Expected is what a request must have.
type Expected struct {
	Filter
	// Payload is JSON. Its objects may omit members; everything else must be equal.
	Payload string
	// Headers that the request must have; others are allowed.
	Headers map[string]string
	// Timeout is 5 seconds by default.
	Timeout time.Duration
}

func (e Expected) payload() (value any, err error) {
	if e.Payload != "" {
		if err = json.Unmarshal([]byte(e.Payload), &value); err != nil {
			err = fmt.Errorf("the expected payload is not JSON: %w", err)
		}
	}
	return value, err
}

// differences are one line each; there are none if the request matches.
func differences(request Request, expected Expected, payload any) []string {
	var lines []string
	add := func(name string, expected, received any) {
		lines = append(lines, fmt.Sprintf(
			"%s: expected %s, received %s", name, show(expected), show(received)))
	}
	for _, row := range []struct{ name, expected, received string }{
		{"app", expected.App, request.App},
		{"push_type", expected.PushType, request.Headers["apns-push-type"]},
		{"environment", expected.Environment, request.Environment},
		{"reason", expected.Reason, request.Reason},
		{"apns_id", strings.ToLower(expected.APNsID), strings.ToLower(request.APNsID)},
		{"collapse_id", expected.CollapseID, request.Headers["apns-collapse-id"]},
	} {
		if row.expected != "" && row.expected != row.received {
			add(row.name, row.expected, row.received)
		}
	}
	if expected.Status != 0 && expected.Status != request.Status {
		add("status", expected.Status, request.Status)
	}
	if expected.Token != "" && shorten(expected.Token) != request.Token {
		add("token", shorten(expected.Token), request.Token)
	}
	for _, name := range sortedKeys(expected.Headers) {
		received, exists := request.Headers[strings.ToLower(name)]
		lines = append(lines, below("headers."+name, expected.Headers[name], received, exists)...)
	}
	if expected.Payload != "" {
		var received any
		exists := json.Unmarshal(request.Payload, &received) == nil
		lines = append(lines, below("payload", payload, received, exists)...)
	}
	return lines
}

// below compares two JSON values; exists is false if no value was received.
func below(path string, expected, received any, exists bool) []string {
	if !exists {
		return []string{fmt.Sprintf(
			"%s: expected %s, which the request does not have", path, show(expected))}
	}
	object, isObject := expected.(map[string]any)
	other, isOtherObject := received.(map[string]any)
	if isObject && isOtherObject {
		var lines []string
		for _, name := range sortedKeys(object) {
			value, exists := other[name]
			lines = append(lines, below(path+"."+name, object[name], value, exists)...)
		}
		return lines
	}
	if reflect.DeepEqual(expected, received) {
		return nil
	}
	return []string{fmt.Sprintf(
		"%s: expected %s, received %s", path, show(expected), show(received))}
}

// report is the message for an expectation that no request fulfilled.
func report(received []Request, expected Expected, payload any, timeout time.Duration) string {
	lines := []string{fmt.Sprintf("no request matched within %v", timeout)}
	if len(received) == 0 {
		return lines[0] + "; the simulator received no request"
	}
	var closest []string
	var request Request
	for _, candidate := range received {
		found := differences(candidate, expected, payload)
		// Of several that are equally close, the newest is the most likely one.
		if closest == nil || len(found) <= len(closest) {
			closest, request = found, candidate
		}
	}
	lines[0] += fmt.Sprintf("; the closest of %d received is %s", len(received), describe(request))
	for _, line := range closest {
		lines = append(lines, "  "+line)
	}
	return strings.Join(lines, "\n")
}

// listing has the requests, one per line, the newest ones last.
func listing(requests []Request) string {
	if len(requests) == 0 {
		return "  (none)"
	}
	var lines []string
	if earlier := len(requests) - listedMax; earlier > 0 {
		lines = append(lines, fmt.Sprintf("  … %d earlier ones", earlier))
		requests = requests[earlier:]
	}
	for _, request := range requests {
		lines = append(lines, "  "+describe(request))
	}
	return strings.Join(lines, "\n")
}

func describe(request Request) string {
	result := strings.TrimSpace(fmt.Sprintf("%d %s", request.Status, request.Reason))
	return fmt.Sprintf("#%d %s %s %s to %s: %s", request.Sequence, result, request.Environment,
		request.Headers["apns-push-type"], request.Token, cut(string(request.Payload)))
}

func show(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return fmt.Sprint(value)
	}
	return cut(string(text))
}

func cut(text string) string {
	if runes := []rune(text); len(runes) > valueMax {
		return string(runes[:valueMax]) + "…"
	}
	return text
}

// shorten shows a device token as the simulator does: its first digits and an FNV-1a hash of it.
func shorten(token string) string {
	bytes, err := hex.DecodeString(token)
	if err != nil || len(bytes) < 3 {
		return token
	}
	hash := fnv.New64a()
	hash.Write(bytes)
	sum := hash.Sum64()
	return fmt.Sprintf("%x…%08x", bytes[:3], uint32(sum^sum>>32))
}

func sortedKeys[Value any](values map[string]Value) []string {
	keys := make([]string, 0, len(values))
	for key := range values {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	return keys
}
