// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package apnstest

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

const token = "c730bbb42f0b224e34d0aea534fa08b696c99c43e2b5d19d0f9ac288d26dde26"

var hello = Request{
	Sequence: 1, Environment: "sandbox", Status: 200, Token: "c730bb…0beb72e2",
	Headers: map[string]string{"apns-push-type": "alert"},
	Payload: json.RawMessage(`{"aps":{"alert":"Hello"},"order":7}`),
}

func TestDifferences(t *testing.T) {
	for _, row := range []struct {
		name     string
		expected Expected
		lines    []string
	}{
		{"members may be omitted", Expected{Payload: `{"aps":{"alert":"Hello"}}`}, nil},
		{"paths and values", Expected{Payload: `{"aps":{"alert":"Bye","badge":1}}`}, []string{
			`payload.aps.alert: expected "Bye", received "Hello"`,
			"payload.aps.badge: expected 1, which the request does not have",
		}},
		{"status and push type", Expected{Filter: Filter{Status: 410, PushType: "voip"}}, []string{
			`push_type: expected "voip", received "alert"`, "status: expected 410, received 200",
		}},
		{"names of headers", Expected{Headers: map[string]string{"APNs-Push-Type": "alert"}}, nil},
		{"headers", Expected{Headers: map[string]string{"apns-priority": "5"}}, []string{
			`headers.apns-priority: expected "5", which the request does not have`,
		}},
		{"token", Expected{
			Filter: Filter{Token: strings.ToUpper(token)},
		}, nil},
		{"another token", Expected{Filter: Filter{Token: strings.Repeat("00", 32)}}, []string{
			`token: expected "000000…4108e5dd", received "c730bb…0beb72e2"`,
		}},
	} {
		payload, err := row.expected.payload()
		if err != nil {
			t.Fatal(err)
		}
		lines := differences(hello, row.expected, payload)
		if !reflect.DeepEqual(lines, row.lines) {
			t.Errorf("%s: expected %q, received %q", row.name, row.lines, lines)
		}
	}
}

func TestTheReportShowsTheClosestRequest(t *testing.T) {
	expected := Expected{Payload: `{"aps":{"alert":"Bye"},"order":7}`}
	payload, _ := expected.payload()
	second := hello
	second.Sequence = 2
	text := report([]Request{{Sequence: 3}, hello, second}, expected, payload, 5)
	if !strings.Contains(text, "the closest of 3 received is #2 200 sandbox alert") ||
		!strings.HasSuffix(text, "\n  "+`payload.aps.alert: expected "Bye", received "Hello"`) {
		t.Error(text)
	}
}

func TestALongListHasItsEnd(t *testing.T) {
	requests := make([]Request, 12)
	requests[11] = hello
	lines := strings.Split(listing(requests), "\n")
	if lines[0] != "  … 2 earlier ones" || !strings.Contains(lines[10], `"alert":"Hello"`) {
		t.Errorf("%q", lines)
	}
}

func TestAnExpectationThatIsNotJSONIsAnError(t *testing.T) {
	_, err := Expected{Payload: "{"}.payload()
	assertError(t, err, "the expected payload is not JSON")
}

func TestAFaultHasOnlyWhatIsGiven(t *testing.T) {
	fault := Fault{Kind: "latency", Count: 1, Settings: map[string]any{"milliseconds": 5}}
	expected := map[string]any{"fault": "latency", "count": 1, "milliseconds": 5}
	if object := fault.object(); !reflect.DeepEqual(object, expected) {
		t.Errorf("expected %v, received %v", expected, object)
	}
}
