// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package dev.bellhop.apns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DifferencesTest {
  private static ReceivedRequest request(int sequence, String payload) {
    return new ReceivedRequest(
        sequence,
        "sandbox",
        200,
        null,
        "0F",
        Map.of("apns-push-type", "alert"),
        "c730bb…0beb72e2",
        "dev.example",
        null,
        Json.read(payload));
  }

  private static final ReceivedRequest HELLO =
      request(1, "{\"aps\":{\"alert\":\"Hello\"},\"order\":7}");

  @Test
  void membersMayBeOmitted() {
    Match match = Match.any().payload("{\"aps\":{\"alert\":\"Hello\"}}").status(200).apnsId("0f");
    assertEquals(List.of(), Differences.of(HELLO, match));
  }

  @Test
  void aDifferenceHasItsPathAndBothValues() {
    Match match =
        Match.any().payload("{\"aps\":{\"alert\":\"Bye\",\"badge\":1}}").pushType("voip");
    assertEquals(
        List.of(
            "push_type: expected \"voip\", received \"alert\"",
            "payload.aps.alert: expected \"Bye\", received \"Hello\"",
            "payload.aps.badge: expected 1, which the request does not have"),
        Differences.of(HELLO, match));
  }

  @Test
  void headersAreComparedByTheirNamesInLowerCase() {
    assertEquals(
        List.of(), Differences.of(HELLO, Match.any().header("APNs-Push-Type", "alert")));
    assertEquals(
        List.of("headers.apns-priority: expected \"5\", which the request does not have"),
        Differences.of(HELLO, Match.any().header("apns-priority", "5")));
  }

  @Test
  void aTokenIsComparedWithItsShortenedForm() {
    String token = "C730BBB42F0B224E34D0AEA534FA08B696C99C43E2B5D19D0F9AC288D26DDE26";
    assertEquals(List.of(), Differences.of(HELLO, Match.any().token(token)));
    assertEquals(
        List.of("token: expected \"000000…4108e5dd\", received \"c730bb…0beb72e2\""),
        Differences.of(HELLO, Match.any().token("00".repeat(32))));
  }

  @Test
  void theReportShowsTheClosestRequest() {
    Match match = Match.any().payload("{\"aps\":{\"alert\":\"Bye\"},\"order\":7}");
    ReceivedRequest second = request(2, "{\"aps\":{\"alert\":\"Hello\"},\"order\":7}");
    String report =
        Differences.report(
            match, List.of(request(0, "null"), HELLO, second), Duration.ofSeconds(5));
    assertTrue(report.contains("The closest of 3 received is #2 200 sandbox alert"), report);
    assertTrue(
        report.endsWith("\n  payload.aps.alert: expected \"Bye\", received \"Hello\""), report);
  }

  @Test
  void aLongListHasItsEnd() {
    List<ReceivedRequest> requests =
        IntStream.rangeClosed(1, 12).mapToObj(number -> request(number, "{}")).toList();
    List<String> lines = Differences.listing(requests).lines().toList();
    assertEquals("  … 2 earlier ones", lines.get(0));
    assertTrue(lines.get(10).startsWith("  #12 200"), lines.get(10));
  }
}
