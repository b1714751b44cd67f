// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The headers of a request in the log, without the sender's credentials. If a request repeats an
/// earlier request, its entry refers to the headers of the earlier request.
struct LoggedHeaders: Sendable {
    /// The headers of the request or, if it repeats an earlier request, of the earlier request.
    private let base: [ServiceRequest.Header]
    private let isRepeated: Bool
    /// The values of ignored headers that differ from the values in ``base``, with the indexes of
    /// the headers.
    private let differing: [(index: Int, value: String)]

    init(_ headers: [ServiceRequest.Header]) {
        base = headers.filter { $0.name != APNSHeader.authorization }
        isRepeated = false
        differing = []
    }

    init(repeating known: LoggedHeaders, differing: [(index: Int, value: String)]) {
        base = known.base
        isRepeated = true
        self.differing = differing
    }

    /// Returns the headers as they were received.
    func list(of request: LoggedRequest) -> [ServiceRequest.Header] {
        guard isRepeated else { return base }
        var headers = base
        for index in headers.indices {
            switch headers[index].name {
            case APNSHeader.id: headers[index].value = request.apnsID.text
            case APNSHeader.expiration:
                headers[index].value = request.expiration.map(String.init) ?? ""
            case APNSHeader.collapseID: headers[index].value = request.collapseID ?? ""
            default: break
            }
        }
        for (index, value) in differing { headers[index].value = value }
        return headers
    }
}
