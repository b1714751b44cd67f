// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A part of the simulator's state that `POST /v1/reset` can reset.
package enum ResetPart: String, Sendable, CaseIterable {
    /// The requests and deliveries.
    case log
    /// The notifications and broadcasts that APNs stores for devices.
    case store
    /// All phones and devices. The simulator's first phone is created again, with new tokens.
    case devices
    /// The apps that have no device token, and the keys that were added since the start.
    case apps
    /// The active faults. The numbers of connections start from 1 again.
    case faults
    /// The options for behaviour of APNs that Apple does not specify.
    case options
    /// The virtual clock. If the simulator follows the real clock, this part has no effect.
    case clock

    /// Reads the body of `POST /v1/reset`. It specifies all parts (`{"what":"all"}`), one part, or
    /// a list of parts.
    ///
    /// - Returns: The parts; `nil` for an empty body.
    package static func read(_ body: Data) throws -> Set<ResetPart>? {
        guard !body.isEmpty else { return nil }
        let value = (try? JSONReader.read(body))?.value
        guard let object = value?.objectValue, object.members.map(\.key) == ["what"],
            let what = object["what"]
        else {
            throw ControlProblem(
                .badRequest,
                #"the body must be empty or a JSON object with "what", such as {"what":"all"}"#)
        }
        let names = what.arrayValue?.map(\.stringValue) ?? [what.stringValue]
        if names == ["all"] { return Set(allCases) }
        let parts = names.compactMap { $0.flatMap(ResetPart.init(rawValue:)) }
        guard parts.count == names.count, !parts.isEmpty else {
            throw ControlProblem(
                .badRequest,
                "\"what\" must be all, or one or more of "
                    + allCases.map(\.rawValue).joined(separator: ", "))
        }
        return Set(parts)
    }
}
