// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import GatewayModel

/// A version of a template with the values that are the same for all recipients.
struct BoundTemplate: Hashable, Sendable {
    let reference: TemplateReference
    let template: MessageTemplate
    /// Canonical values by the names of variables.
    let values: [String: String]

    /// The compiled payloads of all languages, the default language first.
    var compiled: [(locale: String, payload: PayloadTemplate)] {
        template.locales.map { ($0, template.compiled($0, values: values)) }
    }

    /// The names of the variables that recipients have values for.
    var variableNames: [String] {
        Set(compiled.flatMap(\.payload.variableNames)).sorted()
    }

    /// The headers and the lane of the template's messages.
    var options: MessageOptions {
        var options = MessageOptions()
        options.pushType = .alert
        options.lane = template.lane.flatMap { MessageLane(rawValue: $0.rawValue) }
        // Notifications that nobody waits for need not wake the device ("How urgent is it?").
        options.priority = template.urgency == .passive ? .powerAware : .immediate
        options.collapseID = template.collapseID
        options.expiry = template.expirySeconds.map { .after(seconds: $0) }
        return options
    }
}

extension MessageContent {
    /// Creates the content of a campaign with a template. The payload is the longest of all
    /// languages, so that a check of its size covers them all.
    ///
    /// - Parameter options: values that take precedence over the template's.
    init(_ bound: BoundTemplate, options: MessageOptions) throws(Problem) {
        let longest = bound.compiled.map(\.payload.longest).max { $0.count < $1.count } ?? []
        try self.init(payloadBytes: longest, options: options.filled(from: bound.options))
        template = bound
    }

    /// Creates the content of a message whose payload was made with a template.
    init(payloadBytes bytes: [UInt8], options: MessageOptions) throws(Problem) {
        try self.init(payloadBytes: bytes)
        self.options = options
    }
}
