// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import HTTP2Core
import Simulation

/// The conditions that are checked after every event and at the end.
extension SimWorld {
    mutating func check(_ completion: PushPool<Int>.Completion) {
        let number = completion.caller
        let request = record.requests[number]
        story?.add(now, "outcome of \(number): \(completion.outcome)")
        guard request.outcome == nil else {
            return record.addProblem("request \(number) ended twice: \(completion.outcome)")
        }
        record.requests[number].outcome = completion.outcome
        if request.submittedAt + profile.settings.requestDeadline < now {
            record.addProblem("request \(number) ended after its deadline")
        }
        if .nanoseconds(completion.nanoseconds) != now - request.submittedAt {
            record.addProblem(
                "request \(number) has a wrong duration: \(completion.nanoseconds) ns")
        }
        switch completion.outcome {
        case .response(let response): check(response, of: number)
        case .closed:
            if !hasEnded { record.addProblem("request \(number) was refused by an open client") }
        case .unknown(let unknown):
            if unknown.mayHaveBeenProcessed, unknown.cause.contains("REFUSED_STREAM") {
                record.addProblem(
                    "request \(number) was refused, but is reported as possibly processed"
                )
            }
        }
    }

    /// The response must be one that a server sent for this request.
    private mutating func check(_ response: EngineResponse, of number: Int) {
        let given = record.attempts.filter { $0.request == number }.compactMap(\.response)
        guard let sent = given.first(where: { $0.uniqueID == response.uniqueID }) else {
            return record.addProblem(
                "request \(number) got the response of another request: \(response)")
        }
        if sent.status != response.status || sent.apnsID != response.apnsID {
            record.addProblem("request \(number) got \(response) for \(sent.status)")
        }
        let limit =
            switch record.requests[number].request {
            case .push: EngineResponse.reasonByteCountMax
            case .call(let call): call.responseByteCountMax
            case .absent: 0
            }
        let isWhole = response.body == sent.body
        let isTooLong = sent.body.count > limit && response.body.isEmpty
        // If a link breaks or a deadline passes in the middle of a body, the status counts.
        let isCut = sent.body.starts(with: response.body)
        if !isWhole, !isTooLong, !isCut {
            record.addProblem("request \(number) got another body of \(response.body.count) bytes")
        }
    }

    /// A request may be sent again only with proof that it was not processed.
    mutating func checkRepeat(_ index: Int) {
        // Bytes that waited for a socket may arrive after GOAWAY and after the repetition.
        guard !record.attempts[index].isRefused else { return }
        let number = record.attempts[index].request
        for earlier in record.attempts[..<index]
        where earlier.request == number && earlier.isWhole
            && links[earlier.connection]?.hasReceived(earlier.proofOffset) != true
        {
            record.addProblem(
                "request \(number) is sent again without proof that it was not processed")
        }
    }

    mutating func checkLoad() {
        let load = pool.load
        peakWaitingCount = max(peakWaitingCount, load.waitingCount)
        let settings = profile.settings
        let limits = [
            ("queue entries", load.queueEntryCount, 2 * peakWaitingCount + 64),
            ("connections", load.connectionCount, settings.connectionCountMax + 8),
            ("streams", load.streamCount, settings.streamCountMax),
            ("slots for streams", load.streamSlotCount, settings.streamCountMax),
            ("bytes of output", load.outputByteCount, 4 << 20),
            ("bytes of partial frames", load.partialByteCount, (16 << 10) + 9 + (64 << 10)),
            ("bodies that wait", load.blockedCount, settings.streamCountMax),
            ("finalOutputs", load.finalOutputCount, 0),
            ("requests", load.requestCount, openRequestCount),
        ]
        for (what, count, limit) in limits where count > limit {
            record.addProblem("\(count) \(what), \(limit) at most")
        }
        if load.waitingCount > load.requestCount {
            record.addProblem("\(load.waitingCount) of \(load.requestCount) requests wait")
        }
    }

    mutating func checkLinks() {
        for id in links.keys.sorted() {
            guard let link = links[id], link.state == .up else { continue }
            if let due = link.pingDue, due < now {
                record.addProblem(
                    "connection \(id) stays open although a PING was not acknowledged")
            }
            let isQuiet =
                link.toServer.pieces.isEmpty && link.toClient.pieces.isEmpty && link.isWritable
                && !link.isDark && !pool.hasOutput(id)
            if isQuiet { link.server.checkQuiet(&record) }
        }
    }

    mutating func checkEnd() {
        if !pool.isFinished { record.addProblem("the client does not shut down") }
        var load = pool.load
        // A few queue entries may remain; their number is limited.
        load.queueEntryCount = 0
        if load != PushPool<Int>.Load() { record.addProblem("the client retains \(load)") }
        for (number, request) in record.requests.enumerated() {
            guard let outcome = request.outcome else {
                record.addProblem("request \(number) has no outcome")
                continue
            }
            let attempts = record.attempts.filter { $0.request == number }
            let possibleCount = attempts.count { $0.mayHaveBeenProcessed }
            if possibleCount > 1 {
                record.addProblem(
                    "request \(number) may have been processed \(possibleCount) times")
            }
            switch outcome {
            case .unknown(let unknown) where !unknown.mayHaveBeenProcessed && possibleCount > 0:
                record.addProblem("request \(number) was processed: \(unknown.cause)")
            case .closed where !attempts.isEmpty:
                record.addProblem("request \(number) was sent by a closed client")
            default: break
            }
        }
    }
}
