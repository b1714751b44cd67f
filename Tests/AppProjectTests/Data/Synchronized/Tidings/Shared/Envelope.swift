struct Envelope {}
