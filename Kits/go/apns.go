// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package apnstest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"testing"
	"time"
)

const (
	waitMax = 30 * time.Second // The control API waits no longer in one call.
	page    = 1000             // It returns no more requests in one response.
)

// Device is a device with one app, registered with APNs.
type Device struct {
	ID          string `json:"id"`
	App         string `json:"app"`
	Environment string `json:"environment"`
	Token       string `json:"token"`
	User        string `json:"user"`
	Locale      string `json:"locale"`
	TimeZone    string `json:"time_zone"`
}

// Request is a request that the simulator received, with its response.
type Request struct {
	Sequence    int       `json:"sequence"`
	Time        time.Time `json:"time"`
	Environment string    `json:"environment"`
	APNsID      string    `json:"apns_id"`
	Status      int       `json:"status"`
	// Reason of a rejection, such as BadDeviceToken.
	Reason string `json:"reason"`
	// Headers by their names in lower case.
	Headers map[string]string `json:"headers"`
	// Token is the device token, shortened.
	Token string `json:"token"`
	App   string `json:"app"`
	// DeviceID is the ID of the device with this token.
	DeviceID string `json:"device_id"`
	// Payload is empty if it is not JSON; Text is empty if it is.
	Payload json.RawMessage `json:"payload"`
	Text    string          `json:"text"`
	// Note is the cause of the response.
	Note     string   `json:"note"`
	Oddities []string `json:"oddities"`
}

// Filter selects requests; properties that are empty match every request.
type Filter struct {
	App, Token, PushType, Environment string
	Status                            int
	Reason, APNsID, CollapseID        string
	// After selects the requests with a greater sequence number.
	After int
}

func (f Filter) parameters() map[string]string {
	return map[string]string{
		"app": f.App, "token": f.Token, "push_type": f.PushType, "environment": f.Environment,
		"status": number(f.Status), "reason": f.Reason, "apns_id": f.APNsID,
		"collapse_id": f.CollapseID, "after": number(f.After),
	}
}

// Fault is what happens to requests with all of its properties.
type Fault struct {
	// Kind is status by default, or silence, goaway, latency, and others of docs/control-api.md.
	Kind, Name                        string
	Status                            int
	Reason                            string
	Environment, App, Token, PushType string
	// Count is the number of requests after which the fault ends.
	Count int
	// Probability is above 0 and at most 1; 1 by default.
	Probability float64
	// RetryAfter has whole seconds.
	RetryAfter time.Duration
	// Settings of the kind that have no field here.
	Settings map[string]any
}

func (f Fault) object() map[string]any {
	object := map[string]any{"fault": "status"}
	for name, value := range map[string]string{
		"fault": f.Kind, "name": f.Name, "reason": f.Reason, "environment": f.Environment,
		"app": f.App, "token": f.Token, "push_type": f.PushType,
	} {
		if value != "" {
			object[name] = value
		}
	}
	for name, value := range map[string]int{
		"status": f.Status, "count": f.Count, "retry_after": int(f.RetryAfter / time.Second),
	} {
		if value != 0 {
			object[name] = value
		}
	}
	if f.Probability != 0 {
		object["probability"] = f.Probability
	}
	for name, value := range f.Settings {
		object[name] = value
	}
	return object
}

// APNs is a simulator in the hands of one test: what fails, fails the test.
type APNs struct {
	*Server
	t testing.TB
}

func (a *APNs) check(err error) {
	a.t.Helper()
	if err != nil {
		a.t.Fatal(err)
	}
}

// DeviceToken returns the sandbox device token of [Server.App] on the simulator's phone.
func (a *APNs) DeviceToken() string {
	a.t.Helper()
	var result struct{ Token string }
	a.check(a.call("GET", "/v1/devices/booted/token", nil, &result))
	return result.Token
}

// Device registers a device of [Server.App] with the sandbox.
func (a *APNs) Device() Device {
	a.t.Helper()
	return a.Fleet(1, a.App, "sandbox")[0]
}

// Fleet registers devices, 1,000,000 at most, of an app with "sandbox" or "production".
func (a *APNs) Fleet(count int, app, environment string) []Device {
	a.t.Helper()
	text, err := a.send("POST", "/v1/fleet", map[string]any{
		"count": count, "app": app, "environment": environment,
	})
	a.check(err)
	var devices []Device
	for decoder := json.NewDecoder(bytes.NewReader(text)); decoder.More(); {
		var device Device
		a.check(decoder.Decode(&device))
		devices = append(devices, device)
	}
	return devices
}

// AddApp adds an app of the team of [Server.Key].
func (a *APNs) AddApp(bundleID string) {
	a.t.Helper()
	a.check(a.call("POST", "/v1/apns/apps", map[string]any{
		"bundle_id": bundleID, "team_id": a.Key.TeamID,
	}, nil))
}

// AddKey adds a signing key: a PEM public key or the contents of a .p8 file.
func (a *APNs) AddKey(pem []byte, keyID, teamID string) {
	a.t.Helper()
	a.check(a.call("POST", "/v1/apns/keys", map[string]any{
		"pem": string(pem), "key_id": keyID, "team_id": teamID,
	}, nil))
}

// Fault injects a fault. It ends when the returned function is called, with its count, or with the
// test.
func (a *APNs) Fault(fault Fault) (end func()) {
	a.t.Helper()
	var result struct {
		ID json.Number `json:"id"`
	}
	a.check(a.call("POST", "/v1/faults", fault.object(), &result))
	end = func() {
		var refusal *controlError
		err := a.call("DELETE", "/v1/faults/"+result.ID.String(), nil, nil)
		// A fault with a count may have ended already.
		if !errors.As(err, &refusal) || refusal.status != 404 {
			a.check(err)
		}
	}
	a.t.Cleanup(end)
	return end
}

// Advance moves the simulator's clock; it must have been started with [VirtualClock].
func (a *APNs) Advance(duration time.Duration) {
	a.t.Helper()
	seconds := map[string]any{"seconds": duration.Seconds()}
	a.check(a.call("POST", "/v1/clock/advance", seconds, nil))
}

// Reset deletes the received requests, the stored notifications and the faults, and restores the
// options, or resets only what is given; "all" also removes devices and added keys.
func (a *APNs) Reset(what ...string) {
	a.t.Helper()
	if len(what) == 0 {
		what = []string{"log", "store", "faults", "options"}
	}
	a.check(a.call("POST", "/v1/reset", map[string]any{"what": what}, nil))
}

// Requests returns the requests that were received since the last reset, oldest first.
func (a *APNs) Requests(filter Filter) []Request {
	a.t.Helper()
	var found []Request
	for {
		requests := a.page(filter, 0, 0)
		found = append(found, requests...)
		if len(requests) < page {
			return found
		}
		filter.After = requests[page-1].Sequence
	}
}

// WaitFor waits until at least this many matching requests were received since the last reset.
func (a *APNs) WaitFor(count int, filter Filter, timeout time.Duration) []Request {
	a.t.Helper()
	var found []Request
	next := filter
	for deadline := time.Now().Add(timeout); ; {
		left := time.Until(deadline)
		found = append(found, a.page(next, count-len(found), left)...)
		if len(found) >= count {
			return found
		}
		if left <= 0 {
			a.t.Fatalf("expected %d requests with %+v within %v, received %d; all requests:\n%s",
				count, filter, timeout, len(found), listing(a.Requests(Filter{})))
		}
		if len(found) > 0 {
			next.After = found[len(found)-1].Sequence
		}
	}
}

// AssertSent returns the first request with all of this, and waits for it if necessary. Otherwise,
// it fails the test and reports the closest request with its differences.
func (a *APNs) AssertSent(expected Expected) Request {
	a.t.Helper()
	payload, err := expected.payload()
	a.check(err)
	timeout := expected.Timeout
	if timeout == 0 {
		timeout = 5 * time.Second
	}
	var received []Request
	filter := Filter{After: expected.After}
	for deadline := time.Now().Add(timeout); ; {
		left := time.Until(deadline)
		requests := a.page(filter, 1, left)
		for _, request := range requests {
			if len(differences(request, expected, payload)) == 0 {
				return request
			}
			filter.After = request.Sequence
		}
		received = append(received, requests...)
		if left <= 0 && len(requests) < page {
			a.t.Fatal(report(received, expected, payload, timeout))
		}
	}
}

// AssertNothingSent fails the test if a matching request was received; it does not wait.
func (a *APNs) AssertNothingSent(filter Filter) {
	a.t.Helper()
	if found := a.Requests(filter); len(found) > 0 {
		a.t.Fatalf("expected no request with %+v, received %d:\n%s",
			filter, len(found), listing(found))
	}
}

// page returns matching requests after waiting until there are as many as wanted.
func (a *APNs) page(filter Filter, count int, wait time.Duration) []Request {
	a.t.Helper()
	parameters := filter.parameters()
	parameters["limit"] = strconv.Itoa(page)
	if count > page {
		count = page
	}
	parameters["count"] = number(count)
	if wait > waitMax {
		wait = waitMax
	}
	if wait > 0 {
		// The API takes whole seconds.
		parameters["wait"] = number(int(math.Ceil(wait.Seconds())))
	}
	var result struct{ Requests []Request }
	a.check(a.call("GET", "/v1/requests"+query(parameters), nil, &result))
	return result.Requests
}

func number(value int) string {
	if value == 0 {
		return ""
	}
	return fmt.Sprint(value)
}
