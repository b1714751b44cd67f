// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Who is told of calls. Apple: since iOS 10.0.
///
/// The virtual phone shows no calls, so it calls nothing of this. All but the first requirement are
/// optional, by a default.
public protocol CXProviderDelegate: NSObjectProtocol {
    /// All calls are over.
    func providerDidReset(_ provider: CXProvider)
    /// The provider can be used.
    func providerDidBegin(_ provider: CXProvider)
    /// Actions are to be done; true says that the app does them.
    func provider(_ provider: CXProvider, execute transaction: CXTransaction) -> Bool
    /// A call is to begin.
    func provider(_ provider: CXProvider, perform action: CXStartCallAction)
    /// The person answered.
    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction)
    /// The person hung up.
    func provider(_ provider: CXProvider, perform action: CXEndCallAction)
    /// A call is put on hold, or goes on.
    func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction)
    /// The microphone is turned off or on.
    func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction)
    /// Keys were pressed.
    func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction)
    /// An action took too long.
    func provider(_ provider: CXProvider, timedOutPerforming action: CXAction)
    /// The call can be heard.
    func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession)
    /// The call can no longer be heard.
    func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession)
}

extension CXProviderDelegate {
    public func providerDidBegin(_ provider: CXProvider) {}

    public func provider(_ provider: CXProvider, execute transaction: CXTransaction) -> Bool {
        false
    }

    public func provider(_ provider: CXProvider, perform action: CXStartCallAction) {
        action.fail()
    }

    public func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
        action.fail()
    }

    public func provider(_ provider: CXProvider, perform action: CXEndCallAction) { action.fail() }

    public func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) {
        action.fail()
    }

    public func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) {
        action.fail()
    }

    public func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction) {
        action.fail()
    }

    public func provider(_ provider: CXProvider, timedOutPerforming action: CXAction) {}

    public func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) {}

    public func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) {}
}
