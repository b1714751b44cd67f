// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSAuth

/// How a client proves to APNs who sends.
public enum Authentication: Sendable {
    /// With provider tokens. Give the same source to every client that uses the key, so that they
    /// share one token. Source: "Establishing a token-based connection to APNs".
    case providerToken(ProviderTokenSource)
}
