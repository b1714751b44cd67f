// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Makes objects of classes that are known only while the program runs, as Objective-C does.
@MainActor
enum MadeByClass {
    #if canImport(ObjectiveC)
    /// An object made by `init()`.
    static func object<Object: NSObject>(of type: Object.Type) -> Object { type.init() }
    #else
    /// An object made by `init()`.
    ///
    /// Swift calls an initializer of a class it does not know only when that is `required`, which
    /// `NSObject.init()` is not outside of Apple's systems. It has a place in the table of methods
    /// of every subclass nevertheless, where ``MakeableByClass`` has its own.
    ///
    /// Proof for the casts: only the metatype's static type is changed, to one that has the same
    /// initializer in the same place; the object is of the class that was given.
    static func object<Object: NSObject>(of type: Object.Type) -> Object {
        let makeable = unsafeBitCast(type as AnyClass, to: MakeableByClass.Type.self)
        return unsafeDowncast(makeable.init() as AnyObject, to: Object.self)
    }
    #endif
}

#if !canImport(ObjectiveC)
/// A class whose `init()` may be called on a class that is known only while the program runs. Not
/// for apps.
///
/// It is open so that the compiler always calls that initializer by the table of methods: of a
/// class that nobody can subclass it would call the one it sees.
open class MakeableByClass: NSObject {
    /// An object.
    public required override init() { super.init() }
}
#endif
