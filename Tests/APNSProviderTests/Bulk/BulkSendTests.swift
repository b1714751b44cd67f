// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Synchronization
import Testing

@testable import APNSProvider

/// Sending many requests and receiving their outcomes.
@Suite(.timeLimit(.minutes(30)))
struct BulkSendTests {
    /// A source that counts how many elements were taken from it.
    struct CountingSource: Sequence, IteratorProtocol {
        let taken: Counted
        let count: Int
        let request: PushRequest

        mutating func next() -> IdentifiedPush<Int>? {
            let number = taken.count
            guard number < count else { return nil }
            taken.add()
            return IdentifiedPush(id: number, request: request)
        }
    }

    final class Counted: Sendable {
        private let state = Mutex(0)
        var count: Int { state.withLock { $0 } }
        func add() { state.withLock { $0 += 1 } }
    }

    @Test func `every request of a lazy sequence has one result with its identifier`()
        async throws
    {
        let server = try await RawServer.accepting()
        let client = try Fixtures.client(of: server)
        let count = 6000
        let taken = Counted()
        let source = CountingSource(taken: taken, count: count, request: try Fixtures.request())
        var seen = [Bool](repeating: false, count: count)
        var resultCount = 0
        for try await result in client.send(contentsOf: source, inFlightMax: 200) {
            #expect(!seen[result.id])
            seen[result.id] = true
            resultCount += 1
            if resultCount.isMultiple(of: 500) {
                #expect(taken.count <= resultCount + 200, "the source is not read further ahead")
            }
            #expect(try result.result.get().acceptance != nil)
        }
        #expect(resultCount == count)
        #expect(server.connections.count == 1)
        await client.shutdown()
    }

    @Test(arguments: [1, 3, 7])
    func `the source is read ahead only up to the limit`(
        limit: Int
    ) async throws {
        let server = try await RawServer.accepting()
        let client = try Fixtures.client(of: server)
        let taken = Counted()
        let source = CountingSource(taken: taken, count: 1000, request: try Fixtures.request())
        var results = client.send(contentsOf: source, inFlightMax: limit).makeAsyncIterator()
        #expect(taken.count == 0, "nothing is taken before the first result is requested")
        for number in 1...50 {
            #expect(try await results.next() != nil)
            #expect(taken.count <= number + limit)
        }
        await client.shutdown()
    }

    @Test func `the number of requests in flight never exceeds the limit`() async throws {
        let open = Mutex((now: 0, most: 0))
        let server = try await ScriptedServer { request in
            open.withLock { $0.most = max($0.most, request.openCount) }
            return [.accept(request)]
        }
        let client = try Fixtures.client(of: server)
        let request = try Fixtures.request()
        let pushes = (0..<300).map { IdentifiedPush(id: $0, request: request) }
        var count = 0
        for try await _ in client.send(contentsOf: pushes, inFlightMax: 9) { count += 1 }
        #expect(count == 300)
        #expect(open.withLock { $0.most } <= 9)
        await client.shutdown()
    }

    @Test func `results are in the order of the responses`() async throws {
        // The first request gets a response immediately. The others get their responses in reverse
        // order when all have arrived.
        let held = Mutex<[Int]>([])
        let server = try await RawServer { _, frame in
            guard frame.type == RawFrame.data else { return [] }
            if frame.stream == 1 { return [.bytes(RawFrame.response(1))] }
            return held.withLock { held in
                held.append(frame.stream)
                guard held.count == 9 else { return [] }
                return held.reversed().map { .bytes(RawFrame.response($0)) }
            }
        }
        let client = try Fixtures.client(of: server)
        let request = try Fixtures.request()
        let pushes = (0..<10).map { IdentifiedPush(id: "n\($0)", request: request) }
        var names: [String] = []
        for try await result in client.send(contentsOf: pushes, inFlightMax: 10) {
            names.append(result.id)
        }
        #expect(names == ["n0", "n9", "n8", "n7", "n6", "n5", "n4", "n3", "n2", "n1"])
        await client.shutdown()
    }

    @Test func `an invalid request has a result like the others`() async throws {
        let server = try await RawServer.accepting()
        let client = try Fixtures.client(of: server)
        let good = try Fixtures.request()
        var long = good
        long.body = [UInt8](repeating: 0x20, count: 5000)
        var bad = good
        bad.topic = Topic("a b\r\n")
        let pushes = (0..<30).map { number in
            IdentifiedPush(id: number, request: [good, long, bad][number % 3])
        }
        var outcomes = [String](repeating: "", count: 30)
        for try await result in client.send(contentsOf: pushes, inFlightMax: 4) {
            switch result.result {
            case .success(let outcome): outcomes[result.id] = outcome.summary
            case .failure(.bodyTooLong): outcomes[result.id] = "too long"
            case .failure(.badTopic): outcomes[result.id] = "bad topic"
            case .failure: outcomes[result.id] = "other"
            }
        }
        let expected = (0..<10).flatMap { _ in ["accepted", "too long", "bad topic"] }
        #expect(outcomes == expected)
        await client.shutdown()
    }

    @Test func `invalid requests alone open no connection`() async throws {
        let server = try await RawServer.accepting()
        let client = try Fixtures.client(of: server)
        var long = try Fixtures.request()
        long.body = []
        let pushes = (0..<100).map { [long] in IdentifiedPush(id: $0, request: long) }
        var ids: [Int] = []
        for try await result in client.send(contentsOf: pushes, inFlightMax: 3) {
            ids.append(result.id)
            #expect(throws: PushRequestError.self) { try result.result.get() }
        }
        #expect(ids == Array(0..<100))
        #expect(server.connections.count == 0)
        await client.shutdown()
    }

    @Test func `a bulk send without requests has no results and opens no connection`() async throws
    {
        let server = try await RawServer.accepting()
        let client = try Fixtures.client(of: server)
        for try await _ in client.send(contentsOf: [IdentifiedPush<Int>]()) {
            Issue.record("a result although there was nothing to send")
        }
        await client.shutdown()
        #expect(server.connections.count == 0)
    }

    @Test func `a bulk send reports that the client is shut down`() async throws {
        let server = try await RawServer.accepting()
        let client = try Fixtures.client(of: server)
        await client.shutdown()
        let pushes = [IdentifiedPush(id: 1, request: try Fixtures.request())]
        var results = client.send(contentsOf: pushes).makeAsyncIterator()
        await #expect(throws: APNSClientError.closed) { try await results.next() }
    }

    @Test func `a bulk send that a shutdown ends reports every response`()
        async throws
    {
        let server = try await RawServer.accepting()
        let client = try Fixtures.client(of: server)
        let request = try Fixtures.request()
        let pushes = (0...).lazy.map { IdentifiedPush(id: $0, request: request) }
        var results = client.send(contentsOf: pushes, inFlightMax: 50).makeAsyncIterator()
        var count = 0
        for _ in 0..<100 { count += try await results.next() == nil ? 0 : 1 }
        await client.shutdown()
        await #expect(throws: APNSClientError.closed) {
            while let result = try await results.next() {
                #expect(try result.result.get().acceptance != nil)
                count += 1
            }
        }
        // Every response of the server was reported.
        #expect(count == server.frames(RawFrame.data).count)
    }

    @Test func `cancelling the task ends the iteration`() async throws {
        let server = try await RawServer { _, _ in [] }
        let client = try Fixtures.client(of: server)
        let request = try Fixtures.request()
        let task = Task {
            let pushes = (0..<10).map { IdentifiedPush(id: $0, request: request) }
            for try await _ in client.send(contentsOf: pushes) {}
        }
        await server.waitFor(1, of: RawFrame.data)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        server.perform([.bytes(RawFrame.response(1))])
    }

    @Test func `two bulk sends and single sends share a client`() async throws {
        let server = try await RawServer.accepting()
        let client = try Fixtures.client(of: server)
        let request = try Fixtures.request()
        @Sendable func bulk(_ name: String) async throws -> Int {
            let pushes = (0..<500).map { IdentifiedPush(id: "\(name)\($0)", request: request) }
            var names: Set<String> = []
            for try await result in client.send(contentsOf: pushes, inFlightMax: 40) {
                #expect(try result.result.get().acceptance != nil)
                names.insert(result.id)
            }
            #expect(names.allSatisfy { $0.hasPrefix(name) })
            return names.count
        }
        async let one = bulk("a")
        async let other = bulk("b")
        for _ in 0..<50 { #expect(try await client.send(request).acceptance != nil) }
        #expect(try await (one, other) == (500, 500))
        #expect(server.connections.count == 1)
        await client.shutdown()
    }
}
