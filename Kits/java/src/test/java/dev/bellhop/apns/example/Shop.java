// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package dev.bellhop.apns.example;

import dev.bellhop.apns.ApnsServer;
import dev.bellhop.apns.SigningKey;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Sends the notifications of a shop, with java.net.http. */
public final class Shop {
  private static final Set<Integer> TEMPORARY = Set.of(429, 500, 503);
  private static final int ATTEMPTS = 3;

  private final HttpClient client;
  private final String url;
  private final String topic;
  private final String bearer;

  public Shop(String url, String topic, String bearer, SSLContext trust) {
    this.url = url;
    this.topic = topic;
    this.bearer = bearer;
    client =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).sslContext(trust).build();
  }

  /** A sender for the simulator's sandbox. */
  public static Shop of(ApnsServer apns) throws IOException, GeneralSecurityException {
    String bearer = providerToken(apns.key(), Instant.now());
    return new Shop(apns.sandbox().url(), apns.app(), bearer, trust(apns.authority()));
  }

  /** Returns the notification's {@code apns-id}. */
  public String sendShipped(String token, int order) throws IOException, InterruptedException {
    String payload = "{\"aps\":{\"alert\":\"Order %d was shipped\"}}".formatted(order);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url + "/3/device/" + token))
            .header("authorization", "bearer " + bearer)
            .header("apns-topic", topic)
            .header("apns-push-type", "alert")
            .POST(HttpRequest.BodyPublishers.ofString(payload))
            .build();
    for (int attempt = 1; ; attempt++) {
      HttpResponse<String> response =
          client.send(request, HttpResponse.BodyHandlers.ofString());
      int status = response.statusCode();
      if (status == 200) return response.headers().firstValue("apns-id").orElseThrow();
      if (!TEMPORARY.contains(status) || attempt == ATTEMPTS) {
        throw new IOException(status + " " + response.body());
      }
    }
  }

  private static SSLContext trust(Path authority) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null);
    try (InputStream file = Files.newInputStream(authority)) {
      store.setCertificateEntry(
          "apns", CertificateFactory.getInstance("X.509").generateCertificate(file));
    }
    TrustManagerFactory managers =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, managers.getTrustManagers(), null);
    return context;
  }

  /** A JSON Web Token, signed with ES256. */
  private static String providerToken(SigningKey key, Instant now)
      throws GeneralSecurityException {
    byte[] der = Base64.getMimeDecoder().decode(key.pem().replaceAll("-----[^-]+-----", ""));
    PrivateKey privateKey =
        KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(der));
    String header = "{\"alg\":\"ES256\",\"kid\":\"%s\"}".formatted(key.keyId());
    String claims = "{\"iss\":\"%s\",\"iat\":%d}".formatted(key.teamId(), now.getEpochSecond());
    String content = encode(utf8(header)) + "." + encode(utf8(claims));
    Signature signature = Signature.getInstance("SHA256withECDSAinP1363Format");
    signature.initSign(privateKey);
    signature.update(utf8(content));
    return content + "." + encode(signature.sign());
  }

  private static String encode(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
