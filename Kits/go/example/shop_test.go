// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package shop_test

import (
	"strings"
	"testing"
	"time"

	"bellhop.dev/apnstest"
	shop "bellhop.dev/apnstest/example"
)

// guide: test

func start(t *testing.T) (*apnstest.APNs, *shop.Shop) {
	apns := apnstest.Start(t)
	key := apns.Key
	sender, err := shop.New(
		apns.Sandbox.URL(), apns.App, key.PEM, key.KeyID, key.TeamID, apns.Authority)
	if err != nil {
		t.Fatal(err)
	}
	return apns, sender
}

func TestTheCustomerLearnsThatTheOrderWasShipped(t *testing.T) {
	apns, sender := start(t)
	id, err := sender.SendShipped(apns.DeviceToken(), 7)
	if err != nil {
		t.Fatal(err)
	}
	request := apns.AssertSent(apnstest.Expected{
		Filter:  apnstest.Filter{PushType: "alert", Status: 200},
		Payload: `{"aps":{"alert":"Order 7 was shipped"}}`,
	})
	if !strings.EqualFold(request.APNsID, id) {
		t.Errorf("the sender returned %s, and the simulator received %s", id, request.APNsID)
	}
}

// guide: end

func TestEveryDeviceGetsItsOwnNotification(t *testing.T) {
	apns, sender := start(t)
	missing := map[string]bool{}
	for order, device := range apns.Fleet(5, apns.App, "sandbox") {
		missing[device.ID] = true
		if _, err := sender.SendShipped(device.Token, order); err != nil {
			t.Error(err)
		}
	}
	for _, request := range apns.WaitFor(5, apnstest.Filter{}, 10*time.Second) {
		delete(missing, request.DeviceID)
	}
	if len(missing) > 0 {
		t.Errorf("these devices received nothing: %v", missing)
	}
}

func TestABusyServerIsTriedAgain(t *testing.T) {
	apns, sender := start(t)
	apns.Fault(apnstest.Fault{Status: 503, Reason: "ServiceUnavailable", Count: 2})
	if _, err := sender.SendShipped(apns.DeviceToken(), 7); err != nil {
		t.Error(err)
	}
	for index, request := range apns.Requests(apnstest.Filter{}) {
		if expected := []int{503, 503, 200}[index]; request.Status != expected {
			t.Errorf("request %d: expected %d, received %d", index, expected, request.Status)
		}
	}
}

func TestAServerThatStaysBusyIsReported(t *testing.T) {
	apns, sender := start(t)
	apns.Fault(apnstest.Fault{Status: 503, Reason: "ServiceUnavailable"})
	_, err := sender.SendShipped(apns.DeviceToken(), 7)
	if err == nil || err.Error() != "503 ServiceUnavailable" {
		t.Errorf("expected 503 ServiceUnavailable, received %v", err)
	}
	apns.WaitFor(3, apnstest.Filter{Status: 503}, 10*time.Second)
	apns.AssertNothingSent(apnstest.Filter{Status: 200})
}
