// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package dev.bellhop.apns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bellhop.apns.example.Shop;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ApnsServerTest {
  @RegisterExtension
  static final ApnsExtension EXTENSION =
      new ApnsExtension(new ApnsServer.Settings().withVirtualClock());

  private Shop shop;

  @BeforeEach
  void connect(ApnsServer apns) throws Exception {
    shop = Shop.of(apns);
  }

  @Test
  void aRequestIsFoundAndReturned(ApnsServer apns) throws Exception {
    String token = apns.deviceToken();
    shop.sendShipped(token, 1);
    ReceivedRequest request = apns.assertSent(Match.any().token(token).status(200));
    assertEquals("alert", request.pushType());
    apns.assertNothingSent(Match.any().after(request.sequence()));
  }

  @Test
  void aWrongExpectationShowsTheClosestRequest(ApnsServer apns) throws Exception {
    shop.sendShipped(apns.deviceToken(), 1);
    assertFails(
        "expected \"Bye\", received \"Order 1 was shipped\"",
        () ->
            apns.assertSent(
                Match.any().payload("{\"aps\":{\"alert\":\"Bye\"}}"), Duration.ZERO));
    assertFails("received 1:", () -> apns.assertNothingSent(Match.any()));
    assertFails("expected 2 requests", () -> apns.waitFor(2, Match.any(), Duration.ZERO));
  }

  private static void assertFails(String part, Runnable call) {
    AssertionError error = assertThrows(AssertionError.class, call::run);
    assertTrue(error.getMessage().contains(part), error.getMessage());
  }

  @Test
  void theLogIsEmptyAfterAReset(ApnsServer apns) throws Exception {
    shop.sendShipped(apns.deviceToken(), 1);
    apns.reset();
    apns.assertNothingSent(Match.any());
  }

  @Test
  void devicesHaveTheirOwnTokens(ApnsServer apns) throws Exception {
    assertEquals(3, apns.fleet(3).stream().map(Device::token).collect(Collectors.toSet()).size());
    shop.sendShipped(apns.device().token(), 1);
  }

  @Test
  void aFaultEndsWithItsBlock(ApnsServer apns) throws Exception {
    try (Fault fault = apns.fault(Map.of("status", 400, "reason", "BadTopic"))) {
      IOException error =
          assertThrows(IOException.class, () -> shop.sendShipped(apns.deviceToken(), 1));
      assertTrue(error.getMessage().contains("BadTopic"), error.getMessage());
    }
    shop.sendShipped(apns.deviceToken(), 1);
  }

  @Test
  void anErrorOfTheControlApiIsThrown(ApnsServer apns) {
    ControlException error =
        assertThrows(
            ControlException.class, () -> apns.requests(Match.any().pushType("bananas")));
    assertEquals(400, error.status());
  }

  @Test
  void theVirtualClockAdvances(ApnsServer apns) {
    apns.advance(Duration.ofDays(30));
  }
}
