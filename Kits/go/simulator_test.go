// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package apnstest_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"bellhop.dev/apnstest"
	shop "bellhop.dev/apnstest/example"
)

// failures is a test that only notes how it fails.
type failures struct {
	testing.TB
	texts []string
}

func (f *failures) Helper() {}

func (f *failures) Fatal(values ...any) { f.Fatalf("%s", fmt.Sprint(values...)) }

func (f *failures) Fatalf(format string, values ...any) {
	f.texts = append(f.texts, fmt.Sprintf(format, values...))
	panic(f)
}

// failure is the text with which a call of the simulator fails its test.
func failure(t *testing.T, apns *apnstest.APNs, call func(*apnstest.APNs)) (text string) {
	test := &failures{TB: t}
	defer func() {
		if recover() != nil {
			text = strings.Join(test.texts, "\n")
		}
	}()
	call(apns.In(test))
	return ""
}

func start(t *testing.T) (*apnstest.APNs, *shop.Shop) {
	apns := apnstest.Start(t, apnstest.VirtualClock())
	key := apns.Key
	sender, err := shop.New(
		apns.Sandbox.URL(), apns.App, key.PEM, key.KeyID, key.TeamID, apns.Authority)
	if err != nil {
		t.Fatal(err)
	}
	return apns, sender
}

func TestASimulator(t *testing.T) {
	apns, sender := start(t)
	send := func(token string) {
		t.Helper()
		if _, err := sender.SendShipped(token, 1); err != nil {
			t.Fatal(err)
		}
	}
	t.Run("returns a request", func(t *testing.T) {
		apns := apns.For(t)
		token := apns.DeviceToken()
		send(token)
		request := apns.AssertSent(apnstest.Expected{
			Filter: apnstest.Filter{Token: token, Status: 200},
		})
		if rest := apns.Requests(apnstest.Filter{After: request.Sequence}); len(rest) > 0 {
			t.Error(rest)
		}
	})
	t.Run("reports the closest request", func(t *testing.T) {
		apns := apns.For(t)
		send(apns.DeviceToken())
		expectFailure := func(part string, call func(*apnstest.APNs)) {
			t.Helper()
			if text := failure(t, apns, call); !strings.Contains(text, part) {
				t.Errorf("expected %q, received %q", part, text)
			}
		}
		expectFailure(`expected "Bye", received "Order 1 was shipped"`, func(a *apnstest.APNs) {
			a.AssertSent(apnstest.Expected{
				Payload: `{"aps":{"alert":"Bye"}}`, Timeout: time.Nanosecond,
			})
		})
		expectFailure("received 1:", func(a *apnstest.APNs) {
			a.AssertNothingSent(apnstest.Filter{})
		})
		expectFailure("expected 2 requests", func(a *apnstest.APNs) {
			a.WaitFor(2, apnstest.Filter{}, 0)
		})
		expectFailure("/v1/requests: 400", func(a *apnstest.APNs) {
			a.Requests(apnstest.Filter{PushType: "bananas"})
		})
	})
	t.Run("forgets what it received", func(t *testing.T) {
		apns := apns.For(t)
		send(apns.DeviceToken())
		apns.Reset()
		apns.AssertNothingSent(apnstest.Filter{})
	})
	t.Run("registers devices", func(t *testing.T) {
		apns := apns.For(t)
		tokens := map[string]bool{}
		for _, device := range apns.Fleet(3, apns.App, "sandbox") {
			tokens[device.Token] = true
		}
		if len(tokens) != 3 {
			t.Error(tokens)
		}
		send(apns.Device().Token)
	})
	t.Run("ends a fault", func(t *testing.T) {
		apns := apns.For(t)
		end := apns.Fault(apnstest.Fault{Status: 400, Reason: "BadTopic"})
		_, err := sender.SendShipped(apns.DeviceToken(), 1)
		if err == nil || err.Error() != "400 BadTopic" {
			t.Error(err)
		}
		end()
		send(apns.DeviceToken())
	})
	t.Run("advances its clock", func(t *testing.T) {
		apns.For(t).Advance(30 * 24 * time.Hour)
	})
}
