// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Testing

@Test(arguments: [
    Sample.alert, Sample.silent, "{}", #"{"aps":{"badge":0}}"#,
    #"{"aps":{"alert":{"loc-key":"K"},"mutable-content":1,"content-available":1,"sound":"x"}}"#,
])
func `a payload that was parsed before leads to the same decision as its bytes`(json: String) throws
{
    for state in AppState.allCases {
        var phone = try PhoneFixture(state) { $0.capabilities.serviceExtension = true }
        let push = try phone.push(json)
        let payload = try ReadPayload(reading: push.body)
        let decision = phone.device.decide(.push(push), at: PhoneFixture.now)
        #expect(phone.device.decide(push, payload, at: PhoneFixture.now) == decision)
        phone.device.apps[0].tokens = [.location: phone.token]
        let receipt = phone.device.decide(push, payload, at: PhoneFixture.now)
        #expect(receipt.outcome == .receiptOnly)
        phone.device.apps[0].tokens = [:]
        #expect(phone.device.decide(push, payload, at: PhoneFixture.now).reasons.first == "ARR-1")
    }
}

@Test func `ARR-2: a body that is not a payload cannot be read`() {
    #expect(throws: PayloadError.self) { try ReadPayload(reading: Array("[]".utf8)) }
    #expect(throws: PayloadError.self) { try ReadPayload(reading: []) }
}
