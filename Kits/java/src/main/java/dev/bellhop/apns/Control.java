// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package dev.bellhop.apns;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ProxySelector;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;

/** JSON over HTTP to the simulator's control API. */
final class Control {
  // The API itself waits 30 seconds at most.
  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  private final String url;
  // The API is on this machine, so a proxy of the system must not be used.
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .proxy(ProxySelector.of(null))
          .build();

  Control(String url) {
    this.url = url;
  }

  Map<String, Object> get(String path, Map<String, Object> query) {
    String parameters =
        query.entrySet().stream()
            .map(entry -> entry.getKey() + "=" + encode(entry.getValue()))
            .collect(Collectors.joining("&", query.isEmpty() ? "" : "?", ""));
    return Json.object(Json.read(send("GET", path, parameters, "")));
  }

  String post(String path, Map<String, Object> body) {
    return send("POST", path, "", Json.write(body));
  }

  void delete(String path) {
    send("DELETE", path, "", "");
  }

  private String send(String method, String path, String parameters, String body) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url + path + parameters))
            .method(method, BodyPublishers.ofString(body))
            .timeout(TIMEOUT)
            .build();
    try {
      HttpResponse<String> response =
          client.send(request, BodyHandlers.ofString(StandardCharsets.UTF_8));
      if (response.statusCode() >= 300) {
        throw new ControlException(method + " " + path, response.statusCode(), response.body());
      }
      return response.body();
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(error);
    }
  }

  private static String encode(Object value) {
    return URLEncoder.encode(value.toString(), StandardCharsets.UTF_8);
  }
}
