// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package dev.bellhop.apns;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** A running {@code bellhop apns} ; it removes its state when it ends. */
final class SimulatorProcess implements AutoCloseable {
  private static final int STOP_SECONDS = 10;
  private static final int ERROR_TEXT_MAX = 4000;

  private final Path errors;
  // The process ends when its standard input is closed, so it ends with this one, even if this one
  // is killed.
  private final Process process;
  private final Map<String, Object> ready;

  SimulatorProcess(Path program, List<String> arguments, Duration timeout) {
    try {
      errors = Files.createTempFile("bellhop-", ".log");
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
    List<String> command = new ArrayList<>(List.of(program.toString(), "apns", "--ready-json"));
    for (String port :
        List.of(
            "sandbox",
            "production",
            "sandbox-channel",
            "production-channel",
            "control",
            "fcm",
            "web-push")) {
      command.addAll(List.of("--" + port + "-port", "0"));
    }
    command.addAll(arguments);
    try {
      process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
    } catch (IOException error) {
      delete();
      throw new StartException(program + " cannot be started", error);
    }
    ready = awaitReady(timeout);
  }

  /** Returns the program: the given one, {@code $BELLHOP}, or the one on PATH. */
  static Path find(Path given, Map<String, String> environment) {
    String variable = environment.getOrDefault("BELLHOP", "");
    Path named = given != null || variable.isEmpty() ? given : Path.of(variable);
    if (named != null) {
      if (Files.isRegularFile(named)) return named.toAbsolutePath();
      String source = given != null ? "the given path" : "$BELLHOP";
      throw new StartException(source + " is " + named + ", and there is no such file", null);
    }
    return Stream.of(environment.getOrDefault("PATH", "").split(File.pathSeparator))
        .map(folder -> Path.of(folder, "bellhop"))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(
            () ->
                new StartException(
                    "the program bellhop was not found: put it on PATH, or set BELLHOP to its path",
                    null));
  }

  /** The line that the process wrote when all its ports were open. */
  Map<String, Object> ready() {
    return ready;
  }

  private Map<String, Object> awaitReady(Duration timeout) {
    String problem;
    try {
      String line =
          CompletableFuture.supplyAsync(this::firstLine)
              .get(timeout.toMillis(), TimeUnit.MILLISECONDS);
      if (line != null && line.startsWith("{")) return Json.object(Json.read(line));
      problem =
          line == null
              ? "ended before it was ready"
              : "wrote this instead of its ready line: " + line;
    } catch (TimeoutException error) {
      problem = "was not ready within " + Differences.seconds(timeout);
    } catch (ExecutionException | IllegalArgumentException error) {
      problem = "could not be read: " + error.getMessage();
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
      problem = "was interrupted";
    }
    stop();
    String text = errorText();
    delete();
    throw new StartException("bellhop apns " + problem + ". Its standard error:\n" + text, null);
  }

  private String firstLine() {
    try {
      return new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))
          .readLine();
    } catch (IOException error) {
      return null;
    }
  }

  private String errorText() {
    try {
      String text = Files.readString(errors).strip();
      if (text.isEmpty()) return "(nothing)";
      return text.substring(Math.max(0, text.length() - ERROR_TEXT_MAX));
    } catch (IOException error) {
      return "(" + error.getMessage() + ")";
    }
  }

  /** Ends the process. A second call does nothing. */
  @Override
  public void close() {
    stop();
    delete();
  }

  private void stop() {
    process.destroy();
    try {
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) process.destroyForcibly().waitFor();
    } catch (InterruptedException error) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  private void delete() {
    errors.toFile().delete();
  }
}
