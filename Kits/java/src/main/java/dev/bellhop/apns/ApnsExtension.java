// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package dev.bellhop.apns;

import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store.CloseableResource;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests a simulated APNs as a parameter of the type {@link ApnsServer}, reset before each
 * test. One simulator serves all classes with equal settings; their tests must not run in parallel.
 *
 * <pre>{@code
 * @ExtendWith(ApnsExtension.class)
 * class ShopTest {
 *   @Test
 *   void theCustomerLearnsThatTheOrderWasShipped(ApnsServer apns) { … }
 * }
 * }</pre>
 */
public final class ApnsExtension implements BeforeEachCallback, ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(ApnsExtension.class);

  private final ApnsServer.Settings settings;

  /** For {@code @ExtendWith}: the usual settings. */
  public ApnsExtension() {
    this(new ApnsServer.Settings());
  }

  /** For {@code @RegisterExtension}: other settings. */
  public ApnsExtension(ApnsServer.Settings settings) {
    this.settings = settings;
  }

  private record Running(ApnsServer server) implements CloseableResource {
    @Override
    public void close() {
      server.close();
    }
  }

  private ApnsServer server(ExtensionContext context) {
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(
            settings, key -> new Running(ApnsServer.start(settings)), Running.class)
        .server();
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    server(context).reset();
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == ApnsServer.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return server(context);
  }
}
