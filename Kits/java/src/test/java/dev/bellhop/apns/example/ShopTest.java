// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package dev.bellhop.apns.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bellhop.apns.ApnsExtension;
import dev.bellhop.apns.ApnsServer;
import dev.bellhop.apns.Device;
import dev.bellhop.apns.Fault;
import dev.bellhop.apns.Match;
import dev.bellhop.apns.ReceivedRequest;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(ApnsExtension.class)
class ShopTest {
  private static final String SHIPPED = "{\"aps\":{\"alert\":\"Order 7 was shipped\"}}";

  // guide: test
  @Test
  void theCustomerLearnsThatTheOrderWasShipped(ApnsServer apns) throws Exception {
    String id = Shop.of(apns).sendShipped(apns.deviceToken(), 7);
    ReceivedRequest request =
        apns.assertSent(Match.any().payload(SHIPPED).pushType("alert").status(200));
    assertTrue(request.apnsId().equalsIgnoreCase(id));
  }
  // guide: end

  @Test
  void everyDeviceGetsItsOwnNotification(ApnsServer apns) throws Exception {
    Shop shop = Shop.of(apns);
    List<Device> devices = apns.fleet(5);
    for (Device device : devices) shop.sendShipped(device.token(), 7);
    Set<String> reached =
        apns.waitFor(5, Match.any()).stream()
            .map(ReceivedRequest::deviceId)
            .collect(Collectors.toSet());
    assertEquals(devices.stream().map(Device::id).collect(Collectors.toSet()), reached);
  }

  @Test
  void aBusyServerIsTriedAgain(ApnsServer apns) throws Exception {
    Map<String, Object> busy = Map.of("status", 503, "reason", "ServiceUnavailable", "count", 2);
    try (Fault fault = apns.fault(busy)) {
      Shop.of(apns).sendShipped(apns.deviceToken(), 7);
    }
    List<Integer> statuses =
        apns.requests(Match.any()).stream().map(ReceivedRequest::status).toList();
    assertEquals(List.of(503, 503, 200), statuses);
  }

  @Test
  void aServerThatStaysBusyIsReported(ApnsServer apns) throws Exception {
    Shop shop = Shop.of(apns);
    apns.fault(Map.of("status", 503, "reason", "ServiceUnavailable"));
    assertThrows(IOException.class, () -> shop.sendShipped(apns.deviceToken(), 7));
    apns.waitFor(3, Match.any().status(503));
    apns.assertNothingSent(Match.any().status(200));
  }
}
