// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSService
import APNSWire
import ControlAPI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension RequestReport {
    /// Describes an entry of the service's log.
    init(_ entry: ServiceLogEntry) {
        self.init(
            sequence: entry.sequence, time: entry.time, environment: entry.environment,
            apnsID: entry.apnsID, status: entry.status, reason: entry.reason,
            headers: Self.headers(of: entry), note: entry.explanation)
        token = entry.token
        app = entry.bundleID
        deviceID = entry.deviceID
        payload = (try? JSONReader.read(Data(entry.payload.utf8)))?.value
        text = payload == nil ? entry.payload : nil
        oddities = entry.oddities.isEmpty ? nil : entry.oddities
        fault = entry.fault
    }

    /// Returns the headers by name. The values of a repeated header are separated by commas.
    static func joined(_ headers: [ServiceRequest.Header]) -> [String: String] {
        Dictionary(headers.map { ($0.name, $0.value) }) { "\($0),\($1)" }
    }

    private static func headers(of entry: ServiceLogEntry) -> [String: String] {
        if let headers = entry.headers { return joined(headers) }
        // An entry from an older saved state has no list of headers. It has only the values that
        // the simulator had read from the headers.
        let values: [(String, String?)] = [
            (APNSHeader.id, entry.apnsID.text), (APNSHeader.topic, entry.topic),
            (APNSHeader.pushType, entry.pushType?.rawValue),
            (APNSHeader.priority, entry.priority.map(String.init)),
            (APNSHeader.expiration, entry.expiration.map(String.init)),
            (APNSHeader.collapseID, entry.collapseID),
            (APNSHeader.channelID, entry.channelID?.text),
        ]
        return Dictionary(
            uniqueKeysWithValues: values.compactMap { name, value in value.map { (name, $0) } })
    }
}
