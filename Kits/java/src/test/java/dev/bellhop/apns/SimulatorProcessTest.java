// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package dev.bellhop.apns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulatorProcessTest {
  @TempDir Path folder;

  /** Makes a program out of a shell script. */
  private Path program(String script) throws IOException {
    Path path = Files.writeString(folder.resolve("bellhop"), "#!/bin/sh\n" + script + "\n");
    return Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static void assertStartFails(String part, Path program, Duration timeout) {
    StartException error =
        assertThrows(
            StartException.class, () -> new SimulatorProcess(program, List.of(), timeout).close());
    assertTrue(error.getMessage().contains(part), error.getMessage());
  }

  @Test
  void theProgramIsTheGivenOneOrThatOfTheEnvironmentOrTheOneOnThePath() throws IOException {
    Path path = program("");
    assertEquals(path, SimulatorProcess.find(path, Map.of("BELLHOP", "/does/not/exist")));
    assertEquals(path, SimulatorProcess.find(null, Map.of("BELLHOP", path.toString())));
    assertEquals(path, SimulatorProcess.find(null, Map.of("PATH", "/nowhere:" + folder)));
  }

  @Test
  void aProgramThatDoesNotExistIsAnErrorThatSaysWhatToDo() {
    StartException named =
        assertThrows(
            StartException.class,
            () -> SimulatorProcess.find(null, Map.of("BELLHOP", "/does/not/exist")));
    assertTrue(named.getMessage().startsWith("$BELLHOP is /does/not/exist"), named.getMessage());
    StartException missing =
        assertThrows(
            StartException.class,
            () -> SimulatorProcess.find(null, Map.of("PATH", folder.toString())));
    assertTrue(missing.getMessage().endsWith("set BELLHOP to its path"), missing.getMessage());
  }

  @Test
  void aStartThatFailsShowsTheStandardError() throws IOException {
    Path path = program("echo 'the port is in use' >&2; exit 73");
    assertStartFails("ended before it was ready", path, Duration.ofMinutes(5));
    assertStartFails("the port is in use", path, Duration.ofMinutes(5));
  }

  @Test
  void aStartThatTakesTooLongIsEnded() throws IOException {
    assertStartFails(
        "was not ready within 0.05 s", program("exec sleep 3600"), Duration.ofMillis(50));
  }

  @Test
  void anotherLineThanTheExpectedOneIsShown() throws IOException {
    assertStartFails(
        "instead of its ready line: APNs simulator",
        program("echo APNs simulator"),
        Duration.ofMinutes(5));
  }

  @Test
  void theSimulatorEndsWithAKilledTestRun() throws Exception {
    Process runner =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-cp",
                System.getProperty("java.class.path"),
                KilledRun.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String output = new String(runner.getInputStream().readAllBytes());
    ProcessHandle simulator = ProcessHandle.of(Long.parseLong(output.strip())).orElse(null);
    if (simulator != null) simulator.onExit().get();
  }

  /** Starts a simulator and is killed. */
  static final class KilledRun {
    public static void main(String[] arguments) {
      System.out.println(ApnsServer.start().pid());
      System.out.flush();
      Runtime.getRuntime().halt(1);
    }
  }
}
