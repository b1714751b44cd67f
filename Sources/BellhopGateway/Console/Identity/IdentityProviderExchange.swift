// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import GatewayModel

/// Sends requests to the identity provider over connections of its own, each with one request.
///
/// The host name is resolved, all its addresses are checked, and the connection is made to one of
/// exactly these addresses, so that a second lookup cannot lead elsewhere (DNS rebinding). People
/// sign in rarely, so no connection is kept.
struct IdentityProviderExchange: IdentityProviderExchanging {
    private let rule: IdentityProviderRule
    private let resolver: any HostResolver
    private let trustRoots: TrustRoots

    init(
        rule: IdentityProviderRule, resolver: any HostResolver = SystemResolver(),
        trustRoots: TrustRoots
    ) {
        self.rule = rule
        self.resolver = resolver
        self.trustRoots = trustRoots
    }

    func get(_ url: String) async throws(HTTPExchangeFailure) -> HTTPExchangeResponse {
        let service = try await open(url)
        do throws(HTTPExchangeFailure) {
            let response = try await service.get(url)
            await service.shutdown()
            return response
        } catch {
            await service.shutdown()
            throw error
        }
    }

    func post(
        _ request: HTTPExchangeRequest
    ) async throws(HTTPExchangeFailure) -> HTTPExchangeResponse {
        let service = try await open(request.url)
        do throws(HTTPExchangeFailure) {
            let response = try await service.post(request)
            await service.shutdown()
            return response
        } catch {
            await service.shutdown()
            throw error
        }
    }

    private func open(_ text: String) async throws(HTTPExchangeFailure) -> ServiceExchange {
        let url: WebhookURL
        do throws(WebhookURL.Fault) { url = try rule.check(text) } catch {
            throw Self.unsent("its address \(error)")
        }
        var addresses: [InternetAddress] = []
        if let address = url.address {
            addresses = [address]
        } else {
            do { addresses = try await resolver.addresses(of: url.host) } catch {
                throw Self.unsent("its host name has no address")
            }
        }
        guard let first = addresses.first else {
            throw Self.unsent("its host name has no address")
        }
        guard addresses.allSatisfy({ rule.permits($0, for: url) }) else {
            throw Self.unsent(
                "its host name resolves to an address on this machine, or to a private address "
                    + "although the host is not the issuer's")
        }
        // A host with IPv4 and IPv6 addresses may be reachable through only one of the two
        // families; IPv4 is used, because a company's own servers always have an IPv4 address.
        let address = addresses.first { $0.bytes.count == 4 } ?? first
        do {
            return try ServiceExchange(
                trustRoots: trustRoots, addresses: [url.host: address.text])
        } catch { throw Self.unsent("the trusted certificate authorities cannot be read") }
    }

    private static func unsent(_ cause: String) -> HTTPExchangeFailure {
        HTTPExchangeFailure(mayHaveBeenProcessed: false, cause)
    }
}
