// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package dev.bellhop.apns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
  @Test
  void valuesAreRead() {
    Map<String, Object> value =
        Json.object(
            Json.read(" {\"a\": [1, 2.50, true, null], \"b\\u0041\\n\": \"\\\"ü\", \"c\": {}} "));
    assertEquals(List.of("a", "bA\n", "c"), List.copyOf(value.keySet()));
    List<?> items = (List<?>) value.get("a");
    assertEquals(List.of(BigDecimal.ONE, new BigDecimal("2.5"), true), items.subList(0, 3));
    assertNull(items.get(3));
    assertEquals("\"ü", value.get("bA\n"));
  }

  @Test
  void equalNumbersAreEqualValues() {
    assertEquals(Json.read("[1, 100, 0]"), Json.read("[1.0, 1e2, -0.0]"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "{", "[1,", "[1 2]", "{\"a\"}", "\"a", "\"\\x\"", "nul", "1 2", "-", "\"\n\""})
  void otherTextsAreRefused(String text) {
    assertThrows(IllegalArgumentException.class, () -> Json.read(text));
  }

  @Test
  void whatWasReadIsWritten() {
    String text = "{\"a\":[1,2.5,true,null],\"b\":\"\\\"\\n\\u0001ü\",\"c\":{}}";
    assertEquals(text, Json.write(Json.read(text)));
    assertEquals("100", Json.write(Json.read("1e2")));
  }
}
