// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package dev.bellhop.apns;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Reads and writes JSON (RFC 8259), because the standard library does not. */
final class Json {
  private final String text;
  private int position;

  private Json(String text) {
    this.text = text;
  }

  /**
   * Returns a map, a list, a string, a {@code BigDecimal}, a boolean, or null.
   *
   * @throws IllegalArgumentException the text is not JSON
   */
  static Object read(String text) {
    Json reader = new Json(text);
    Object value = reader.value();
    reader.skipSpace();
    if (reader.position < text.length()) throw reader.unexpected();
    return value;
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> object(Object value) {
    return (Map<String, Object>) value;
  }

  static int number(Object value) {
    return value == null ? 0 : ((BigDecimal) value).intValue();
  }

  /** Writes maps, lists, strings, numbers, booleans and null. */
  static String write(Object value) {
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(entry -> quote(String.valueOf(entry.getKey())) + ":" + write(entry.getValue()))
          .collect(Collectors.joining(",", "{", "}"));
    }
    if (value instanceof Iterable<?> items) {
      List<String> texts = new ArrayList<>();
      items.forEach(item -> texts.add(write(item)));
      return "[" + String.join(",", texts) + "]";
    }
    if (value instanceof BigDecimal number) return number.toPlainString();
    return value instanceof String string ? quote(string) : String.valueOf(value);
  }

  private static String quote(String string) {
    StringBuilder quoted = new StringBuilder("\"");
    for (char character : string.toCharArray()) {
      switch (character) {
        case '"', '\\' -> quoted.append('\\').append(character);
        case '\n' -> quoted.append("\\n");
        default -> {
          if (character < ' ') quoted.append("\\u%04x".formatted((int) character));
          else quoted.append(character);
        }
      }
    }
    return quoted.append('"').toString();
  }

  private Object value() {
    skipSpace();
    return switch (peek()) {
      case '{' -> members();
      case '[' -> elements();
      case '"' -> string();
      case 't' -> literal("true", true);
      case 'f' -> literal("false", false);
      case 'n' -> literal("null", null);
      default -> number();
    };
  }

  private Map<String, Object> members() {
    Map<String, Object> members = new LinkedHashMap<>();
    position++;
    skipSpace();
    while (peek() != '}') {
      if (!members.isEmpty()) expect(',');
      skipSpace();
      String name = string();
      skipSpace();
      expect(':');
      members.put(name, value());
      skipSpace();
    }
    position++;
    return members;
  }

  private List<Object> elements() {
    List<Object> elements = new ArrayList<>();
    position++;
    skipSpace();
    while (peek() != ']') {
      if (!elements.isEmpty()) expect(',');
      elements.add(value());
      skipSpace();
    }
    position++;
    return elements;
  }

  private String string() {
    StringBuilder string = new StringBuilder();
    expect('"');
    while (peek() != '"') {
      char character = text.charAt(position++);
      if (character < ' ') throw unexpected();
      string.append(character == '\\' ? escaped() : character);
    }
    position++;
    return string.toString();
  }

  private char escaped() {
    char character = peek();
    position++;
    return switch (character) {
      case '"', '\\', '/' -> character;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> {
        if (position + 4 > text.length()) throw unexpected();
        position += 4;
        yield (char) Integer.parseInt(text.substring(position - 4, position), 16);
      }
      default -> throw unexpected();
    };
  }

  private BigDecimal number() {
    int start = position;
    while (position < text.length() && "+-.eE0123456789".indexOf(text.charAt(position)) >= 0) {
      position++;
    }
    if (start == position) throw unexpected();
    BigDecimal number = new BigDecimal(text.substring(start, position));
    // 1 and 1.0 are the same number, and equal values must be equal objects.
    return number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
  }

  private Object literal(String name, Object value) {
    if (!text.startsWith(name, position)) throw unexpected();
    position += name.length();
    return value;
  }

  private void expect(char character) {
    if (peek() != character) throw unexpected();
    position++;
  }

  private char peek() {
    if (position >= text.length()) throw unexpected();
    return text.charAt(position);
  }

  private void skipSpace() {
    while (position < text.length() && " \t\r\n".indexOf(text.charAt(position)) >= 0) position++;
  }

  private IllegalArgumentException unexpected() {
    return new IllegalArgumentException("not JSON at character " + position + ": " + text);
  }
}
