// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// On Apple's systems, importing a framework also imports Foundation, which includes URLSession. On
// other systems, URLSession is in a separate module.
@_exported public import Dispatch
@_exported public import Foundation
@_exported public import Observation

#if canImport(FoundationNetworking)
@_exported public import FoundationNetworking
#endif
