import XCTest

final class ChatTests: XCTestCase {
    func testNothing() {}
}
