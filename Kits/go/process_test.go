// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package apnstest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// program makes a program out of a shell script.
func program(t *testing.T, script string) string {
	path := filepath.Join(t.TempDir(), "bellhop")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

func assertError(t *testing.T, err error, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("expected an error with %q, received %v", part, err)
		}
	}
}

func TestTheProgramIsTheGivenOneOrThatOfTheEnvironmentOrTheOneOnThePath(t *testing.T) {
	path := program(t, "")
	t.Setenv("BELLHOP", "/does/not/exist")
	if found, err := findBinary(path); err != nil || found != path {
		t.Errorf("expected %s, received %s, %v", path, found, err)
	}
	_, err := findBinary("")
	assertError(t, err, "$BELLHOP is /does/not/exist")
	t.Setenv("BELLHOP", "")
	t.Setenv("PATH", filepath.Dir(path))
	if found, err := findBinary(""); err != nil || found != path {
		t.Errorf("expected %s, received %s, %v", path, found, err)
	}
	t.Setenv("PATH", "")
	_, err = findBinary("")
	assertError(t, err, "set BELLHOP to its path")
}

func TestAStartThatFailsShowsTheStandardError(t *testing.T) {
	_, err := Launch(Binary(program(t, "echo 'the port is in use' >&2; exit 73")))
	assertError(t, err, "ended before it was ready", "the port is in use")
}

func TestAStartThatTakesTooLongIsEnded(t *testing.T) {
	_, err := Launch(Binary(program(t, "exec sleep 3600")), StartTimeout(time.Millisecond))
	assertError(t, err, "was not ready within 1ms")
}

func TestAnotherLineThanTheExpectedOneIsShown(t *testing.T) {
	_, err := Launch(Binary(program(t, "echo APNs simulator")))
	assertError(t, err, "wrote this instead of its ready line: APNs simulator")
}

func TestTheSimulatorEndsWithAKilledTestRun(t *testing.T) {
	if os.Getenv("APNSTEST_KILL_ME") != "" {
		server, err := Launch()
		if err != nil {
			t.Fatal(err)
		}
		fmt.Printf("pid=%d\n", server.PID)
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
	}
	runner := exec.Command(os.Args[0], "-test.run", "^"+t.Name()+"$")
	runner.Env = append(os.Environ(), "APNSTEST_KILL_ME=1")
	output, _ := runner.Output()
	var pid int
	if _, err := fmt.Sscanf(string(output), "pid=%d", &pid); err != nil {
		t.Fatalf("the pid was expected, not %q", output)
	}
	for deadline := time.Now().Add(time.Minute); isRunning(pid); {
		if time.Now().After(deadline) {
			t.Fatalf("process %d is still running", pid)
		}
	}
}

// isRunning says whether the process exists and is more than an entry that its parent has not read.
func isRunning(pid int) bool {
	state, _ := exec.Command("ps", "-o", "stat=", "-p", fmt.Sprint(pid)).Output()
	text := strings.TrimSpace(string(state))
	return text != "" && text != "Z"
}
