// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import GatewayModel
import Synchronization

/// Sends requests to push services, whose addresses come from browsers, and only to addresses of
/// the public internet.
///
/// The host name is resolved, all its addresses are checked, and connections are made only to one
/// of exactly these addresses, so that a second lookup cannot lead elsewhere (DNS rebinding). TLS
/// verifies the certificate for the host name. Connections are kept; the name is resolved again
/// after ``lookupAgeMax``.
final class PushServiceExchange: HTTPExchanging {
    /// The maximum number of hosts to which connections are kept. Browsers use a few.
    static let hostsMax = 64
    /// The time after which a host name is resolved again.
    static let lookupAgeMax = Duration.seconds(60)

    /// One host with its checked address.
    private struct Place: Hashable {
        let host: String
        let address: InternetAddress
    }

    private struct Entry {
        let exchange: ServiceExchange
        var users = 0
        var lastUse: UInt64 = 0
    }

    private struct State {
        var addresses: [String: (address: InternetAddress, readAt: Duration)] = [:]
        var entries: [Place: Entry] = [:]
        var uses: UInt64 = 0
        var isClosed = false
    }

    private let rule: PushEndpointRule
    private let resolver: any HostResolver
    private let trustRoots: TrustRoots
    private let time: TimeSource
    private let state = Mutex(State())

    init(
        rule: PushEndpointRule, resolver: any HostResolver = SystemResolver(),
        trustRoots: TrustRoots, time: TimeSource
    ) {
        self.rule = rule
        self.resolver = resolver
        self.trustRoots = trustRoots
        self.time = time
    }

    func post(
        _ request: HTTPExchangeRequest
    ) async throws(HTTPExchangeFailure) -> HTTPExchangeResponse {
        let url: WebhookURL
        do { url = try rule.check(request.url) } catch {
            throw .unsent("the endpoint \(error)")
        }
        let place = Place(host: url.host, address: try await address(of: url))
        let (exchange, surplus) = try open(place)
        await surplus?.shutdown()
        do throws(HTTPExchangeFailure) {
            let response = try await exchange.post(request)
            release(place)
            return response
        } catch {
            release(place)
            throw error
        }
    }

    /// Closes the connections. Nothing can be sent afterwards.
    func shutdown() async {
        let exchanges = state.withLock { state in
            state.isClosed = true
            defer { state.entries.removeAll() }
            return state.entries.values.map(\.exchange)
        }
        for exchange in exchanges { await exchange.shutdown() }
    }

    /// Returns a checked address of the host.
    private func address(
        of url: WebhookURL
    ) async throws(HTTPExchangeFailure) -> InternetAddress {
        let now = time.uptime
        if let known = state.withLock({ $0.addresses[url.host] }),
            now - known.readAt < Self.lookupAgeMax
        {
            return known.address
        }
        var addresses: [InternetAddress] = []
        if let address = url.address {
            addresses = [address]
        } else {
            do { addresses = try await resolver.addresses(of: url.host) } catch {
                throw .unsent("the host name has no address")
            }
        }
        guard let first = addresses.first else { throw .unsent("the host name has no address") }
        guard addresses.allSatisfy({ rule.permits($0, for: url) }) else {
            throw .unsent("the host name resolves to an address that is not public")
        }
        let checked = addresses
        return state.withLock { state in
            // Connections to the same address are kept as long as the name resolves to it.
            let before = state.addresses[url.host]?.address
            let address = before.flatMap { checked.contains($0) ? $0 : nil } ?? first
            if state.addresses.count >= Self.hostsMax { state.addresses.removeAll() }
            state.addresses[url.host] = (address, now)
            return address
        }
    }

    /// Returns the connections to a host, and the connections to another host that have to be
    /// closed if there are too many.
    private func open(
        _ place: Place
    ) throws(HTTPExchangeFailure) -> (ServiceExchange, surplus: ServiceExchange?) {
        let opened = state.withLock { state -> (ServiceExchange, ServiceExchange?)? in
            guard !state.isClosed else { return nil }
            state.uses += 1
            if state.entries[place] == nil {
                let exchange = try? ServiceExchange(
                    trustRoots: trustRoots, addresses: [place.host: place.address.text])
                guard let exchange else { return nil }
                state.entries[place] = Entry(exchange: exchange)
            }
            guard var entry = state.entries[place] else { return nil }
            entry.users += 1
            entry.lastUse = state.uses
            state.entries[place] = entry
            return (entry.exchange, Self.removeSurplus(&state))
        }
        guard let opened else {
            throw .unsent("the gateway is stopping, or its trusted certificates are invalid")
        }
        return (opened.0, opened.1)
    }

    private static func removeSurplus(_ state: inout State) -> ServiceExchange? {
        guard state.entries.count > hostsMax,
            let oldest = state.entries.filter({ $0.value.users == 0 })
                .min(by: { $0.value.lastUse < $1.value.lastUse })
        else { return nil }
        state.entries[oldest.key] = nil
        return oldest.value.exchange
    }

    private func release(_ place: Place) {
        state.withLock { $0.entries[place]?.users -= 1 }
    }
}

extension HTTPExchangeFailure {
    fileprivate static func unsent(_ cause: String) -> HTTPExchangeFailure {
        HTTPExchangeFailure(mayHaveBeenProcessed: false, cause)
    }
}
