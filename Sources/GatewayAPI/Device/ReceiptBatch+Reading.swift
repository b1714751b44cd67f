// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

extension ReceiptBatch {
    /// Reads the body of a request.
    ///
    /// - Throws: ``/APNSWire/Problem`` with the location of the error.
    public init(reading bytes: [UInt8]) throws(Problem) {
        let example = #"{"message":"…","event":"opened","at":"2026-01-31T09:05:00.000Z"}"#
        let reader = try FormReader(
            bytes, keys: ["receipts"], example: "{\"receipts\":[\(example)]}")
        let forms = try reader.forms(
            "receipts", countMax: GatewayLimits.receiptsPerBatchMax,
            keys: ["message", "event", "action", "at"], example: example)
        self.init(receipts: [])
        for form in forms { receipts.append(try Receipt(form)) }
    }
}

extension Receipt {
    fileprivate init(_ form: FormReader) throws(Problem) {
        let event = try form.required("event", form.word("event", Event.self))
        let action = try form.name("action")
        if event == .action { _ = try form.required("action", action) }
        if event != .action, action != nil {
            throw form.bad("action", "is valid for the event \"action\" only; leave it out")
        }
        self.init(
            message: try form.required("message", form.name("message")), event: event,
            action: action, at: try form.required("at", form.moment("at")))
    }
}
