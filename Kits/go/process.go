// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package apnstest

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"
)

const (
	stopTimeout  = 10 * time.Second
	errorTextMax = 4000
)

// ready is the line that "bellhop apns --ready-json" writes when all its ports are open.
type ready struct {
	Ready      bool    `json:"ready"`
	PID        int     `json:"pid"`
	Control    string  `json:"control"`
	Authority  string  `json:"authority"`
	Key        Key     `json:"key"`
	App        string  `json:"app"`
	Sandbox    Address `json:"sandbox"`
	Production Address `json:"production"`

	FCM     messagingReady `json:"fcm"`
	WebPush messagingReady `json:"web_push"`
}

// messagingReady is the part of the line about the simulated FCM or push service.
type messagingReady struct {
	URL string `json:"url"`
	// The simulated FCM only:
	Project        string `json:"project"`
	ServiceAccount string `json:"service_account"`
	Token          string `json:"token"`
	// The push service only:
	Subscription string `json:"subscription"`
	VAPIDKey     string `json:"vapid_key"`
}

// process is a running "bellhop apns" ; it removes its state when it ends.
type process struct {
	command *exec.Cmd
	// The process ends when its standard input is closed, so it ends with this one, even if this
	// one is killed.
	input  io.Closer
	output io.Reader
	errors tail
	once   sync.Once
}

func findBinary(given string) (string, error) {
	for _, place := range []struct{ path, source string }{
		{given, "the given path"}, {os.Getenv("BELLHOP"), "$BELLHOP"},
	} {
		if place.path == "" {
			continue
		}
		if _, err := os.Stat(place.path); err != nil {
			return "", fmt.Errorf("%s is %s, and there is no such file", place.source, place.path)
		}
		return filepath.Abs(place.path)
	}
	path, err := exec.LookPath("bellhop")
	if err != nil {
		return "", errors.New(
			"the program bellhop was not found: put it on PATH, or set BELLHOP to its path")
	}
	return path, nil
}

func startProcess(
	program string, arguments []string, timeout time.Duration,
) (*process, *ready, error) {
	all := []string{"apns", "--ready-json"}
	for _, port := range []string{
		"sandbox", "production", "sandbox-channel", "production-channel", "control", "fcm",
		"web-push",
	} {
		all = append(all, "--"+port+"-port", "0")
	}
	p := &process{command: exec.Command(program, append(all, arguments...)...)}
	p.command.Stderr = &p.errors
	if err := p.start(); err != nil {
		return nil, nil, fmt.Errorf("%s cannot be started: %w", program, err)
	}
	value, problem := p.awaitReady(timeout)
	if problem != "" {
		p.stop()
		return nil, nil, fmt.Errorf(
			"bellhop apns %s. Its standard error:\n%s", problem, p.errors.text())
	}
	return p, value, nil
}

func (p *process) start() (err error) {
	if p.input, err = p.command.StdinPipe(); err != nil {
		return err
	}
	if p.output, err = p.command.StdoutPipe(); err != nil {
		return err
	}
	return p.command.Start()
}

// awaitReady returns the ready line, or what happened instead.
func (p *process) awaitReady(timeout time.Duration) (*ready, string) {
	lines := make(chan string, 1)
	go func() {
		line, _ := bufio.NewReader(p.output).ReadString('\n')
		lines <- strings.TrimSpace(line)
	}()
	select {
	case line := <-lines:
		value := &ready{}
		if line == "" {
			return nil, "ended before it was ready"
		}
		if json.Unmarshal([]byte(line), value) != nil || !value.Ready {
			return nil, "wrote this instead of its ready line: " + line
		}
		return value, ""
	case <-time.After(timeout):
		return nil, fmt.Sprintf("was not ready within %v", timeout)
	}
}

// stop ends the process.
func (p *process) stop() {
	p.once.Do(func() {
		p.input.Close()
		p.command.Process.Signal(syscall.SIGTERM)
		timer := time.AfterFunc(stopTimeout, func() { p.command.Process.Kill() })
		p.command.Wait()
		timer.Stop()
	})
}

// tail keeps the end of what is written to it.
type tail struct {
	mutex sync.Mutex
	bytes []byte
}

func (t *tail) Write(bytes []byte) (int, error) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.bytes = append(t.bytes, bytes...)
	if excess := len(t.bytes) - errorTextMax; excess > 0 {
		t.bytes = t.bytes[excess:]
	}
	return len(bytes), nil
}

func (t *tail) text() string {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if text := strings.TrimSpace(string(t.bytes)); text != "" {
		return text
	}
	return "(nothing)"
}
