// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package dev.bellhop.apns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class MessagingTest {
  @RegisterExtension static final ApnsExtension EXTENSION = new ApnsExtension();

  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /** Sends a message with FCM's HTTP v1 API, as RFC 7523 and Google describe it. */
  private static int send(Fcm fcm, String token, String content) throws Exception {
    Map<String, Object> account = Json.object(Json.read(Files.readString(fcm.serviceAccount())));
    String address = (String) account.get("token_uri");
    long now = Instant.now().getEpochSecond();
    String header =
        Json.write(Map.of("alg", "RS256", "typ", "JWT", "kid", account.get("private_key_id")));
    String claims =
        Json.write(
            Map.of(
                "iss", account.get("client_email"),
                "aud", address,
                "scope", "https://www.googleapis.com/auth/firebase.messaging",
                "iat", now,
                "exp", now + 3600));
    String unsigned = encoded(header) + "." + encoded(claims);
    Signature signature = Signature.getInstance("SHA256withRSA");
    signature.initSign(key((String) account.get("private_key")));
    signature.update(unsigned.getBytes(StandardCharsets.US_ASCII));
    String assertion =
        unsigned + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(signature.sign());
    String grant =
        URLEncoder.encode("urn:ietf:params:oauth:grant-type:jwt-bearer", StandardCharsets.UTF_8);
    HttpResponse<String> access =
        HTTP.send(
            HttpRequest.newBuilder(URI.create(address))
                .header("content-type", "application/x-www-form-urlencoded")
                .POST(
                    HttpRequest.BodyPublishers.ofString(
                        "grant_type=" + grant + "&assertion=" + assertion))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    Object bearer = Json.object(Json.read(access.body())).get("access_token");
    String path = "/v1/projects/" + fcm.project() + "/messages:send";
    return HTTP.send(
            HttpRequest.newBuilder(URI.create(fcm.url() + path))
                .header("authorization", "Bearer " + bearer)
                .header("content-type", "application/json")
                .POST(
                    HttpRequest.BodyPublishers.ofString(
                        "{\"message\":{\"token\":\"" + token + "\"," + content + "}}"))
                .build(),
            HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }

  private static String encoded(String text) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static PrivateKey key(String pem) throws Exception {
    String body = pem.replaceAll("-----[A-Z ]+-----", "").replaceAll("\\s", "");
    return KeyFactory.getInstance("RSA")
        .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(body)));
  }

  private static String title(String title) {
    return "\"notification\":{\"title\":\"" + title + "\"}";
  }

  @Test
  void aMessageArrivesOnTheAndroidPhone(ApnsServer apns) throws Exception {
    Fcm fcm = apns.fcm();
    String content = title("Dinner") + ",\"data\":{\"table\":\"7\"}";
    assertEquals(200, send(fcm, fcm.token(), content));
    ReceivedMessage message =
        fcm.assertSent(
            MessageMatch.any()
                .title("Dinner")
                .platform("android")
                .payload("{\"data\":{\"table\":\"7\"}}"));
    assertEquals(200, message.status());
    assertFalse(message.toString().contains(fcm.token()));
  }

  @Test
  void anAppThatWasUninstalledIsUnregistered(ApnsServer apns) throws Exception {
    Fcm fcm = apns.fcm();
    String token = fcm.device(Map.of("name", "Pixel"));
    assertEquals(200, send(fcm, token, title("a")));
    fcm.uninstall(token);
    assertEquals(404, send(fcm, token, title("b")));
    fcm.assertSent(MessageMatch.any().device("Pixel").title("a"));
    fcm.assertSent(MessageMatch.any().reason("UNREGISTERED").status(404));
  }

  @Test
  void aFaultOfFcmEndsWithItsBlock(ApnsServer apns) throws Exception {
    Fcm fcm = apns.fcm();
    try (Fault fault = fcm.fault(Map.of("fault", "error", "error", "QUOTA_EXCEEDED"))) {
      assertEquals(429, send(fcm, fcm.token(), title("a")));
    }
    assertEquals(200, send(fcm, fcm.token(), title("a")));
  }

  @Test
  void aPushWithoutAuthorizationIsRecorded(ApnsServer apns) throws Exception {
    WebPush push = apns.webPush();
    assertTrue(Files.readString(push.vapidKey()).contains("PRIVATE KEY"));
    WebPush.Subscription subscription = push.subscribe(Map.of("name", "Safari"));
    assertFalse(subscription.auth().isEmpty() || subscription.p256dh().isEmpty());
    assertFalse(subscription.endpoint().equals(push.subscription().endpoint()));
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(subscription.endpoint()))
            .header("ttl", "60")
            .POST(HttpRequest.BodyPublishers.ofString("not encrypted"))
            .build();
    int status = HTTP.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    ReceivedMessage message = push.assertSent(MessageMatch.any().device("Safari").status(status));
    assertTrue(status >= 400, message.toString());
    assertEquals("60", message.headers().get("ttl"));
    try (Fault fault = push.fault(Map.of("fault", "status", "status", 410))) {
      assertTrue(HTTP.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() >= 400);
    }
  }

  @Test
  void aWrongExpectationShowsWhatArrived(ApnsServer apns) throws Exception {
    Fcm fcm = apns.fcm();
    assertEquals(200, send(fcm, fcm.token(), title("Dinner")));
    AssertionError error =
        assertThrows(
            AssertionError.class,
            () -> fcm.assertSent(MessageMatch.any().title("Supper"), Duration.ZERO));
    assertTrue(error.getMessage().contains("expected \"Supper\", received \"Dinner\""));
    error = assertThrows(AssertionError.class, fcm::assertNothingSent);
    assertTrue(error.getMessage().contains("expected no message, received 1:"));
    apns.webPush().assertNothingSent();
    apns.reset();
    fcm.assertNothingSent();
  }
}
