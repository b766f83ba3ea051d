//! A device with passkeys: it makes them and signs with them as described by WebAuthn (level 3, 6.5 and 7), on P-256,
//! without attestation.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::ecdsa::signature::Signer as _;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

/// The device.
pub struct Authenticator {
    key: SigningKey,
    id: Vec<u8>,
    /// The account that the passkey is for, once it was made.
    owner: String,
    /// How many times it has signed.
    pub counter: u32,
    /// The origin of the pages that it is used on.
    pub origin: String,
    /// Whether it verified the user, for example by a fingerprint.
    pub verifies: bool,
}

const PRESENT: u8 = 0x01;
const VERIFIED: u8 = 0x04;
const WITH_KEY: u8 = 0x40;

impl Authenticator {
    /// A device whose pages have this origin.
    pub fn new(origin: &str, seed: u8) -> Self {
        Self {
            key: SigningKey::from_slice(&[seed; 32]).expect("a key"),
            id: vec![seed; 16],
            owner: String::new(),
            counter: 0,
            origin: origin.to_owned(),
            verifies: true,
        }
    }

    fn flags(&self) -> u8 {
        PRESENT | if self.verifies { VERIFIED } else { 0 }
    }

    fn client_data(&self, kind: &str, challenge: &Value) -> Vec<u8> {
        let data = json!({ "type": kind, "challenge": challenge, "origin": self.origin });
        data.to_string().into_bytes()
    }

    fn authenticator_data(&mut self, party: &str, flags: u8) -> Vec<u8> {
        self.counter += 1;
        let mut data = Sha256::digest(party).to_vec();
        data.push(flags);
        data.extend(self.counter.to_be_bytes());
        data
    }

    /// Makes the passkey that these options ask for.
    pub fn create_credential(&mut self, options: &Value) -> Value {
        assert_eq!(options["authenticatorSelection"]["residentKey"], "required");
        self.owner = options["user"]["id"].as_str().expect("whose").to_owned();
        let client = self.client_data("webauthn.create", &options["challenge"]);
        let party = options["rp"]["id"].as_str().expect("a name").to_owned();
        let flags = self.flags() | WITH_KEY;
        let mut data = self.authenticator_data(&party, flags);
        data.extend([0; 16]);
        data.extend(u16::try_from(self.id.len()).expect("short").to_be_bytes());
        data.extend(&self.id);
        let point = self.key.verifying_key().to_encoded_point(false);
        // CBOR: { 1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y }
        data.extend([0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]);
        data.extend(point.x().expect("x"));
        data.extend([0x22, 0x58, 0x20]);
        data.extend(point.y().expect("y"));
        // CBOR: { "fmt": "none", "attStmt": {}, "authData": … }
        let mut object = vec![0xA3];
        object.extend(b"\x63fmt\x64none\x67attStmt\xA0\x68authData\x58");
        object.push(u8::try_from(data.len()).expect("short"));
        object.extend(&data);
        json!({
            "id": URL_SAFE_NO_PAD.encode(&self.id),
            "rawId": URL_SAFE_NO_PAD.encode(&self.id),
            "type": "public-key",
            "authenticatorAttachment": "platform",
            "clientExtensionResults": {},
            "response": {
                "clientDataJSON": URL_SAFE_NO_PAD.encode(client),
                "attestationObject": URL_SAFE_NO_PAD.encode(object),
                "transports": ["internal"],
            },
        })
    }

    /// Signs what these options ask for.
    pub fn sign_challenge(&mut self, options: &Value) -> Value {
        let client = self.client_data("webauthn.get", &options["challenge"]);
        let party = options["rpId"].as_str().expect("a name").to_owned();
        let data = self.authenticator_data(&party, self.flags());
        let mut signed = data.clone();
        signed.extend(Sha256::digest(&client));
        let signature: Signature = self.key.sign(&signed);
        json!({
            "id": URL_SAFE_NO_PAD.encode(&self.id),
            "rawId": URL_SAFE_NO_PAD.encode(&self.id),
            "type": "public-key",
            "authenticatorAttachment": "platform",
            "clientExtensionResults": {},
            "response": {
                "clientDataJSON": URL_SAFE_NO_PAD.encode(client),
                "authenticatorData": URL_SAFE_NO_PAD.encode(data),
                "signature": URL_SAFE_NO_PAD.encode(signature.to_der().as_bytes()),
                "userHandle": self.owner,
            },
        })
    }
}
