// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface IERC20 {
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

interface IERC1271 {
    function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4);
}

/// The signature-transfer half of Permit2, for a local chain. It has the published ABI, EIP-712
/// types and errors, and is written for this test network: allowance transfers and batches are absent.
/// Nothing is immutable or set in a constructor, so that the runtime code can be placed at the
/// canonical address as it is.
contract Permit2 {
    struct TokenPermissions {
        address token;
        uint256 amount;
    }

    struct PermitTransferFrom {
        TokenPermissions permitted;
        uint256 nonce;
        uint256 deadline;
    }

    struct SignatureTransferDetails {
        address to;
        uint256 requestedAmount;
    }

    event UnorderedNonceInvalidation(address indexed owner, uint256 word, uint256 mask);

    error SignatureExpired(uint256 signatureDeadline);
    error InvalidNonce();
    error InvalidAmount(uint256 maxAmount);
    error InvalidSignature();
    error InvalidSignatureLength();
    error InvalidSigner();
    error InvalidContractSignature();
    error TransferFailed();

    bytes32 private constant DOMAIN_TYPEHASH =
        keccak256('EIP712Domain(string name,uint256 chainId,address verifyingContract)');
    bytes32 private constant TOKEN_PERMISSIONS_TYPEHASH =
        keccak256('TokenPermissions(address token,uint256 amount)');
    bytes32 private constant PERMIT_TYPEHASH = keccak256(
        'PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)TokenPermissions(address token,uint256 amount)'
    );
    string private constant WITNESS_STUB =
        'PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,';
    uint256 private constant HALF_CURVE_ORDER =
        0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0;

    /// One bit for each nonce that was spent or invalidated, by owner and by nonce >> 8.
    mapping(address => mapping(uint256 => uint256)) public nonceBitmap;

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        return keccak256(abi.encode(DOMAIN_TYPEHASH, keccak256('Permit2'), block.chainid, address(this)));
    }

    function permitTransferFrom(
        PermitTransferFrom calldata permit,
        SignatureTransferDetails calldata transferDetails,
        address owner,
        bytes calldata signature
    ) external {
        bytes32 structHash = keccak256(
            abi.encode(PERMIT_TYPEHASH, hashPermissions(permit.permitted), msg.sender, permit.nonce, permit.deadline)
        );
        spend(permit, transferDetails, owner, structHash, signature);
    }

    function permitWitnessTransferFrom(
        PermitTransferFrom calldata permit,
        SignatureTransferDetails calldata transferDetails,
        address owner,
        bytes32 witness,
        string calldata witnessTypeString,
        bytes calldata signature
    ) external {
        bytes32 typeHash = keccak256(abi.encodePacked(WITNESS_STUB, witnessTypeString));
        bytes32 structHash = keccak256(
            abi.encode(
                typeHash, hashPermissions(permit.permitted), msg.sender, permit.nonce, permit.deadline, witness
            )
        );
        spend(permit, transferDetails, owner, structHash, signature);
    }

    function invalidateUnorderedNonces(uint256 wordPos, uint256 mask) external {
        nonceBitmap[msg.sender][wordPos] |= mask;
        emit UnorderedNonceInvalidation(msg.sender, wordPos, mask);
    }

    function spend(
        PermitTransferFrom calldata permit,
        SignatureTransferDetails calldata details,
        address owner,
        bytes32 structHash,
        bytes calldata signature
    ) private {
        if (block.timestamp > permit.deadline) revert SignatureExpired(permit.deadline);
        if (details.requestedAmount > permit.permitted.amount) revert InvalidAmount(permit.permitted.amount);

        uint256 bit = 1 << (permit.nonce & 0xff);
        uint256 word = nonceBitmap[owner][permit.nonce >> 8];
        if (word & bit != 0) revert InvalidNonce();
        nonceBitmap[owner][permit.nonce >> 8] = word | bit;

        checkSignature(keccak256(abi.encodePacked(hex'1901', DOMAIN_SEPARATOR(), structHash)), owner, signature);
        if (!IERC20(permit.permitted.token).transferFrom(owner, details.to, details.requestedAmount)) {
            revert TransferFailed();
        }
    }

    function hashPermissions(TokenPermissions calldata permitted) private pure returns (bytes32) {
        return keccak256(abi.encode(TOKEN_PERMISSIONS_TYPEHASH, permitted.token, permitted.amount));
    }

    function checkSignature(bytes32 digest, address owner, bytes calldata signature) private view {
        if (owner.code.length != 0) {
            bytes4 answer = IERC1271(owner).isValidSignature(digest, signature);
            if (answer != IERC1271.isValidSignature.selector) revert InvalidContractSignature();
            return;
        }
        bytes32 r;
        bytes32 s;
        uint8 v;
        if (signature.length == 65) {
            (r, s) = abi.decode(signature, (bytes32, bytes32));
            v = uint8(signature[64]);
        } else if (signature.length == 64) {
            // EIP-2098: the parity of y is the highest bit of s.
            bytes32 vs;
            (r, vs) = abi.decode(signature, (bytes32, bytes32));
            s = bytes32(uint256(vs) & (type(uint256).max >> 1));
            v = uint8(uint256(vs) >> 255) + 27;
        } else {
            revert InvalidSignatureLength();
        }
        if (uint256(s) > HALF_CURVE_ORDER) revert InvalidSignature();
        address signer = ecrecover(digest, v, r, s);
        if (signer == address(0)) revert InvalidSignature();
        if (signer != owner) revert InvalidSigner();
    }
}
