// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSService
import APNSSimulator
package import APNSWire
package import ControlAPI

/// The configuration of a simulator that a file describes. A value is `nil` if the file does not
/// contain it. In this case, an option of the command line or the default applies.
package struct SimulatorConfiguration: Hashable, Sendable {
    /// The ports. The value 0 selects any free port.
    package struct Ports: Hashable, Sendable {
        package var sandbox: Int?
        package var production: Int?
        package var sandboxChannels: Int?
        package var productionChannels: Int?
        package var control: Int?

        package init() {}
    }

    /// The address on which the simulator listens.
    package var host: String?
    package var ports = Ports()
    /// Whether clients of the control API can move the clock.
    package var isClockMovable: Bool?
    /// The team of the keys and apps for which the file specifies no team.
    package var teamID: String?
    package var keys: [RegisteredKey] = []
    /// The certificate authorities, in PEM format, whose client certificates are accepted.
    package var authorities: [String] = []
    package var apps: [SenderApp] = []
    package var devices: [LightDevice] = []
    /// The options of the service, by their names in JSON. An option that is not included has its
    /// default.
    package var options: JSONObject = [:]
    /// The limits of the service, by their names in ``ConfigurationKeys``.
    package var limits: [String: Int] = [:]
    /// The limits of connections, by their names in ``ConfigurationKeys``. Time limits are in
    /// seconds.
    package var connections: [String: Double] = [:]
    /// The faults that are active from the start, in the form of `POST /v1/faults`.
    package var faults: [JSONValue] = []

    package init() {}
}

extension SimulatorConfiguration {
    /// The limits of the service.
    var serviceLimits: ServiceLimits {
        var result = ServiceLimits()
        for limit in ConfigurationKeys.limits {
            if let value = limits[limit.name] { result[keyPath: limit.path] = value }
        }
        return result
    }

    /// The limits of connections.
    var connectionLimits: ConnectionLimits {
        var result = ConnectionLimits()
        for time in ConfigurationKeys.times {
            if let value = connections[time.name] {
                result[keyPath: time.path] = .milliseconds(Int64(saturating: value * 1000))
            }
        }
        for count in ConfigurationKeys.counts {
            if let value = connections[count.name] {
                result[keyPath: count.path] = Int(saturating: value)
            }
        }
        return result
    }

    /// Copies some values to the simulator's configuration: those that cannot change while a
    /// simulator runs.
    package func set(_ simulator: inout SimulatorHost.Configuration) {
        simulator.host = host ?? simulator.host
        simulator.sandboxPort = ports.sandbox ?? simulator.sandboxPort
        simulator.productionPort = ports.production ?? simulator.productionPort
        simulator.sandboxChannelPort = ports.sandboxChannels
        simulator.productionChannelPort = ports.productionChannels
        simulator.clientAuthorities = authorities
        simulator.limits = serviceLimits
        simulator.connectionLimits = connectionLimits
    }

    /// Returns the names of the sections that differ from another configuration and that take
    /// effect only at the next start.
    func sectionsForRestart(_ other: SimulatorConfiguration) -> [String] {
        let isEqual = [
            ("host", host == other.host), ("ports", ports == other.ports),
            ("virtual_clock", isClockMovable == other.isClockMovable),
            ("authorities", authorities == other.authorities),
            ("limits", limits == other.limits), ("connections", connections == other.connections),
        ]
        return isEqual.filter { !$0.1 }.map(\.0)
    }
}
