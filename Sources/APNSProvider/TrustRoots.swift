// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Which authorities a client believes when a server shows its certificate.
public enum TrustRoots: Sendable, Hashable {
    /// Those of the machine, which is right for Apple's servers.
    case system
    /// Only those in this text, one or more PEM certificates: right for a simulator.
    case pem(String)
}
