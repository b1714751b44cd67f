// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package dev.bellhop.apns;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A simulated APNs: both environments, a phone, any number of devices. */
public final class ApnsServer implements AutoCloseable {
  /** What {@link #reset()} deletes. */
  private static final List<String> BETWEEN_TESTS = List.of("log", "store", "faults", "options");

  // The longest time for which the control API waits in one call, and its longest page.
  private static final int WAIT_SECONDS_MAX = 30;
  private static final int PAGE = 1000;

  private final SimulatorProcess process;
  private final Map<String, Object> ready;
  private final Control control;
  private final SigningKey key;
  private final Fcm fcm;
  private final WebPush webPush;

  /**
   * The settings of a start.
   *
   * @param bellhop the program; null for {@code $BELLHOP} or the one on PATH
   * @param arguments more arguments for {@code bellhop apns}
   * @param timeout the time within which the simulator must be ready
   */
  public record Settings(Path bellhop, List<String> arguments, Duration timeout) {
    /** Settings without further arguments, and with a timeout of 30 seconds. */
    public Settings() {
      this(null, List.of(), Duration.ofSeconds(30));
    }

    /** The same with one more argument. */
    public Settings with(String argument) {
      List<String> more = new ArrayList<>(arguments);
      more.add(argument);
      return new Settings(bellhop, more, timeout);
    }

    /** The same with a clock that only {@link ApnsServer#advance} moves. */
    public Settings withVirtualClock() {
      return with("--virtual-clock");
    }
  }

  /**
   * Starts {@code bellhop apns} and returns when all its ports are open.
   *
   * @throws StartException there is no such program, or it did not become ready
   */
  public static ApnsServer start(Settings settings) {
    Path program = SimulatorProcess.find(settings.bellhop(), System.getenv());
    return new ApnsServer(
        new SimulatorProcess(program, settings.arguments(), settings.timeout()));
  }

  /** Starts {@code bellhop apns} with the usual settings. */
  public static ApnsServer start() {
    return start(new Settings());
  }

  private ApnsServer(SimulatorProcess process) {
    this.process = process;
    ready = process.ready();
    control = new Control((String) ready.get("control"));
    Map<String, Object> value = Json.object(ready.get("key"));
    Path path = Path.of((String) value.get("path"));
    String keyId = (String) value.get("key_id");
    key = new SigningKey(path, readString(path), keyId, (String) value.get("team_id"));
    fcm = new Fcm(this, control, ready.get("fcm"));
    webPush = new WebPush(this, control, ready.get("web_push"));
  }

  /** Ends the simulator. A second call does nothing. */
  @Override
  public void close() {
    process.close();
  }

  /** The sandbox. */
  public Address sandbox() {
    return address("sandbox");
  }

  /** The production environment. */
  public Address production() {
    return address("production");
  }

  /** The simulated FCM. */
  public Fcm fcm() {
    return fcm;
  }

  /** The simulated push service of browsers. */
  public WebPush webPush() {
    return webPush;
  }

  /** A PEM file with the certificate authority that clients must trust. */
  public Path authority() {
    return Path.of((String) ready.get("authority"));
  }

  /** The key with which a sender signs its provider tokens. */
  public SigningKey key() {
    return key;
  }

  /** The bundle identifier of the app on the simulator's phone. */
  public String app() {
    return (String) ready.get("app");
  }

  /** The process identifier of the simulator. */
  public long pid() {
    return Json.number(ready.get("pid"));
  }

  /** The sandbox device token of {@link #app} on the simulator's phone. */
  public String deviceToken() {
    return (String) control.get("/v1/devices/booted/token", Map.of()).get("token");
  }

  /** Registers devices, 1,000,000 at most, of {@link #app} with the sandbox. */
  public List<Device> fleet(int count) {
    return fleet(count, app(), "sandbox");
  }

  /** Registers devices, 1,000,000 at most, with {@code sandbox} or {@code production}. */
  public List<Device> fleet(int count, String app, String environment) {
    String lines =
        control.post("/v1/fleet", Map.of("count", count, "app", app, "environment", environment));
    return lines
        .lines()
        .filter(line -> !line.isBlank())
        .map(line -> Json.object(Json.read(line)))
        .map(
            device ->
                new Device(
                    (String) device.get("id"),
                    (String) device.get("app"),
                    (String) device.get("environment"),
                    (String) device.get("token")))
        .toList();
  }

  /** Registers one device of {@link #app} with the sandbox. */
  public Device device() {
    return fleet(1).get(0);
  }

  /** Adds an app of the team of {@link #key}. */
  public void addApp(String bundleId) {
    control.post("/v1/apns/apps", Map.of("bundle_id", bundleId, "team_id", key.teamId()));
  }

  /** Adds a signing key: a PEM public key or the contents of a {@code .p8} file. */
  public void addKey(String pem, String keyId, String teamId) {
    control.post("/v1/apns/keys", Map.of("pem", pem, "key_id", keyId, "team_id", teamId));
  }

  /**
   * Injects a fault, until {@link Fault#close}, its {@code count}, or {@link #reset()}.
   *
   * @param settings {@code Map.of("status", 503, "reason", "ServiceUnavailable", "count", 1)}; with
   *     the name {@code fault}, another kind: {@code silence}, {@code goaway}, {@code latency}, and
   *     others of docs/control-api.md
   */
  public Fault fault(Map<String, Object> settings) {
    Map<String, Object> body = new LinkedHashMap<>(settings);
    body.putIfAbsent("fault", "status");
    Object id = Json.object(Json.read(control.post("/v1/faults", body))).get("id");
    return new Fault(control, String.valueOf(id));
  }

  /** Moves the simulator's clock, after a start {@link Settings#withVirtualClock}. */
  public void advance(Duration duration) {
    control.post("/v1/clock/advance", Map.of("seconds", duration.toMillis() / 1000.0));
  }

  /**
   * Deletes the received requests, the stored notifications and the faults, and restores the
   * options.
   */
  public void reset() {
    control.post("/v1/reset", Map.of("what", BETWEEN_TESTS));
  }

  /** Resets what is named; {@code all} also removes devices and added keys. */
  public void reset(String what) {
    control.post("/v1/reset", Map.of("what", what));
  }

  /** The matching requests that were received since the last reset, oldest first. */
  public List<ReceivedRequest> requests(Match match) {
    List<ReceivedRequest> found = new ArrayList<>();
    Match rest = match;
    while (true) {
      List<ReceivedRequest> page = page(rest, 0, Duration.ZERO);
      found.addAll(page);
      if (page.size() < PAGE) return matching(match, found);
      rest = match.after(page.get(PAGE - 1).sequence());
    }
  }

  /**
   * Waits until at least this many matching requests were received since the last reset.
   *
   * @throws AssertionError they did not arrive in time; the message lists what did
   */
  public List<ReceivedRequest> waitFor(int count, Match match, Duration timeout) {
    long deadline = System.nanoTime() + timeout.toNanos();
    List<ReceivedRequest> found = new ArrayList<>();
    Match rest = match;
    while (true) {
      Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
      List<ReceivedRequest> page = page(rest, count - found.size(), left);
      found.addAll(matching(match, page));
      if (found.size() >= count) return found;
      if (!page.isEmpty()) rest = match.after(page.get(page.size() - 1).sequence());
      if (left.isZero()) {
        throw new AssertionError(
            "expected %d requests with %s within %s, received %d; all requests:\n%s"
                .formatted(
                    count,
                    match,
                    Differences.seconds(timeout),
                    found.size(),
                    Differences.listing(requests(Match.any()))));
      }
    }
  }

  /** Waits for 10 seconds at most, see {@link #waitFor(int, Match, Duration)}. */
  public List<ReceivedRequest> waitFor(int count, Match match) {
    return waitFor(count, match, Duration.ofSeconds(10));
  }

  /**
   * Returns the first matching request, and waits for it if necessary.
   *
   * @throws AssertionError there is none; the message has the closest one, with its differences
   */
  public ReceivedRequest assertSent(Match match, Duration timeout) {
    long deadline = System.nanoTime() + timeout.toNanos();
    List<ReceivedRequest> received = new ArrayList<>();
    while (true) {
      Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
      int after = received.isEmpty() ? 0 : received.get(received.size() - 1).sequence();
      List<ReceivedRequest> page = page(Match.any().after(after), 1, left);
      List<ReceivedRequest> matching = matching(match, page);
      if (!matching.isEmpty()) return matching.get(0);
      received.addAll(page);
      if (left.isZero() && page.size() < PAGE) {
        throw new AssertionError(Differences.report(match, received, timeout));
      }
    }
  }

  /** Waits for 5 seconds at most, see {@link #assertSent(Match, Duration)}. */
  public ReceivedRequest assertSent(Match match) {
    return assertSent(match, Duration.ofSeconds(5));
  }

  /** Fails if a matching request was received; it does not wait. */
  public void assertNothingSent(Match match) {
    List<ReceivedRequest> found = requests(match);
    if (!found.isEmpty()) {
      throw new AssertionError(
          "expected no request with %s, received %d:\n%s"
              .formatted(match, found.size(), Differences.listing(found)));
    }
  }

  private static List<ReceivedRequest> matching(Match match, List<ReceivedRequest> requests) {
    return requests.stream().filter(one -> Differences.of(one, match).isEmpty()).toList();
  }

  /** Requests after waiting until there are {@code count} of them, 1,000 at most. */
  private List<ReceivedRequest> page(Match match, int count, Duration wait) {
    Map<String, Object> query = new LinkedHashMap<>(match.filters());
    query.put("limit", PAGE);
    if (count > 0) query.put("count", Math.min(count, PAGE));
    // The API takes whole seconds.
    long seconds = Math.min((wait.toMillis() + 999) / 1000, WAIT_SECONDS_MAX);
    if (seconds > 0) query.put("wait", seconds);
    List<ReceivedRequest> requests = new ArrayList<>();
    for (Object entry : (List<?>) control.get("/v1/requests", query).get("requests")) {
      requests.add(ReceivedRequest.of(Json.object(entry)));
    }
    return requests;
  }

  private Address address(String environment) {
    Map<String, Object> value = Json.object(ready.get(environment));
    return new Address((String) value.get("host"), Json.number(value.get("port")));
  }

  static String readString(Path path) {
    try {
      return Files.readString(path);
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }
}
