// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// Package apnstest is a complete simulated APNs for the tests of a sender of push notifications.
//
//	func TestShipped(t *testing.T) {
//		apns := apnstest.Start(t)
//		sendShipped(apns.Sandbox.URL(), apns.Key, apns.DeviceToken(), 7)
//		apns.AssertSent(apnstest.Expected{Payload: `{"aps":{"alert":"Order 7 was shipped"}}`})
//	}
//
// A package with many tests starts one simulator in TestMain with [Launch], and each test calls
// [Server.For].
package apnstest

import (
	"crypto/x509"
	"fmt"
	"net/http"
	"os"
	"testing"
	"time"
)

// Address is where one environment of the simulated APNs listens, with TLS and HTTP/2.
type Address struct {
	Host string `json:"host"`
	Port int    `json:"port"`
}

// URL is such as https://127.0.0.1:40001, without a path.
func (a Address) URL() string { return fmt.Sprintf("https://%s:%d", a.Host, a.Port) }

// Key is the signing key of provider tokens that the simulator knows.
type Key struct {
	// Path is a file in the format of Apple's .p8 files.
	Path string `json:"path"`
	// PEM is the contents of the file.
	PEM    []byte `json:"-"`
	KeyID  string `json:"key_id"`
	TeamID string `json:"team_id"`
}

// Server is a running simulator: both environments, a phone, any number of devices.
type Server struct {
	Sandbox, Production Address
	Key                 Key
	// App is the bundle identifier of the app on the simulator's phone.
	App string
	// Authority is the certificate authority that clients must trust, AuthorityFile its PEM file.
	Authority     *x509.CertPool
	AuthorityFile string
	// ControlURL is the URL of the control API.
	ControlURL string
	// PID is the simulator's process.
	PID int

	process      *process
	client       *http.Client
	fcm, webPush messagingReady
}

// Option is a setting of a start.
type Option func(*settings)

type settings struct {
	binary    string
	arguments []string
	timeout   time.Duration
}

// Binary is the program bellhop. By default, it is $BELLHOP or the one on PATH.
func Binary(path string) Option { return func(s *settings) { s.binary = path } }

// Arguments adds arguments to those of "bellhop apns".
func Arguments(arguments ...string) Option {
	return func(s *settings) { s.arguments = append(s.arguments, arguments...) }
}

// VirtualClock makes time pass only by [APNs.Advance].
func VirtualClock() Option { return Arguments("--virtual-clock") }

// StartTimeout is the time within which the simulator must be ready, 30 seconds by default.
func StartTimeout(timeout time.Duration) Option {
	return func(s *settings) { s.timeout = timeout }
}

// Start starts a simulator for a test, and stops it when the test and its subtests end.
func Start(t testing.TB, options ...Option) *APNs {
	t.Helper()
	server, err := Launch(options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	return server.In(t)
}

// Launch starts a simulator, and returns when all its ports are open.
func Launch(options ...Option) (*Server, error) {
	set := settings{timeout: 30 * time.Second}
	for _, option := range options {
		option(&set)
	}
	program, err := findBinary(set.binary)
	if err != nil {
		return nil, err
	}
	process, ready, err := startProcess(program, set.arguments, set.timeout)
	if err != nil {
		return nil, err
	}
	server := &Server{
		Sandbox: ready.Sandbox, Production: ready.Production, Key: ready.Key, App: ready.App,
		Authority: x509.NewCertPool(), AuthorityFile: ready.Authority,
		ControlURL: ready.Control, PID: ready.PID, process: process,
		fcm: ready.FCM, webPush: ready.WebPush,
		// The API is on this machine, so a proxy from the environment must not be used.
		client: &http.Client{Transport: &http.Transport{}, Timeout: time.Minute},
	}
	pem, err := os.ReadFile(ready.Authority)
	if err == nil {
		server.Authority.AppendCertsFromPEM(pem)
		server.Key.PEM, err = os.ReadFile(ready.Key.Path)
	}
	if err != nil {
		server.Close()
		return nil, err
	}
	return server, nil
}

// Close ends the simulator. A second call does nothing.
func (s *Server) Close() {
	s.client.CloseIdleConnections()
	s.process.stop()
}

// For resets the simulator and returns it for a test. Such tests must not run in parallel.
func (s *Server) For(t testing.TB) *APNs {
	t.Helper()
	apns := s.In(t)
	apns.Reset()
	return apns
}

// In returns the simulator for a test, as it is.
func (s *Server) In(t testing.TB) *APNs { return &APNs{Server: s, t: t} }
