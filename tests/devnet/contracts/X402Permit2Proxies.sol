// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

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

struct EIP2612Permit {
    uint256 value;
    uint256 deadline;
    bytes32 r;
    bytes32 s;
    uint8 v;
}

interface ISignatureTransfer {
    function permitWitnessTransferFrom(
        PermitTransferFrom calldata permit,
        SignatureTransferDetails calldata transferDetails,
        address owner,
        bytes32 witness,
        string calldata witnessTypeString,
        bytes calldata signature
    ) external;
}

interface IERC20Permit {
    function permit(
        address owner,
        address spender,
        uint256 value,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external;
}

/// What the exact and the upto proxy share: the address of Permit2, the guard against re-entry, and the
/// optional EIP-2612 approval that goes before a settlement.
abstract contract X402Permit2Proxy {
    ISignatureTransfer public constant PERMIT2 = ISignatureTransfer(0x000000000022D473030F116dDEE9F6B43aC78BA3);

    event Settled();
    event SettledWithPermit();

    error InvalidDestination();
    error InvalidOwner();
    error InvalidPermit2Address();
    error PaymentTooEarly();
    error Permit2612AmountMismatch();
    error ReentrancyGuardReentrantCall();

    bool private entered;

    modifier nonReentrant() {
        if (entered) revert ReentrancyGuardReentrantCall();
        entered = true;
        _;
        entered = false;
    }

    /// A permit that was already used by somebody else leaves its allowance in place, so a failure here
    /// says nothing: the transfer that follows decides.
    function approveByPermit(
        EIP2612Permit calldata permit2612,
        TokenPermissions calldata permitted,
        address owner
    ) internal {
        if (permit2612.value != permitted.amount) revert Permit2612AmountMismatch();
        try IERC20Permit(permitted.token).permit(
            owner, address(PERMIT2), permit2612.value, permit2612.deadline, permit2612.v, permit2612.r, permit2612.s
        ) {} catch {}
    }

    function checkParties(address owner, address to, uint256 validAfter) internal view {
        if (owner == address(0)) revert InvalidOwner();
        if (to == address(0)) revert InvalidDestination();
        if (block.timestamp < validAfter) revert PaymentTooEarly();
    }
}

/// Moves exactly the permitted amount to the payee named in the signed witness.
contract X402ExactPermit2Proxy is X402Permit2Proxy {
    struct Witness {
        address to;
        uint256 validAfter;
    }

    error InvalidAmount();

    string public constant WITNESS_TYPE_STRING =
        'Witness witness)TokenPermissions(address token,uint256 amount)Witness(address to,uint256 validAfter)';
    bytes32 public constant WITNESS_TYPEHASH = keccak256('Witness(address to,uint256 validAfter)');

    function settle(
        PermitTransferFrom calldata permit,
        address owner,
        Witness calldata witness,
        bytes calldata signature
    ) external nonReentrant {
        transfer(permit, owner, witness, signature);
        emit Settled();
    }

    function settleWithPermit(
        EIP2612Permit calldata permit2612,
        PermitTransferFrom calldata permit,
        address owner,
        Witness calldata witness,
        bytes calldata signature
    ) external nonReentrant {
        approveByPermit(permit2612, permit.permitted, owner);
        transfer(permit, owner, witness, signature);
        emit SettledWithPermit();
    }

    function transfer(
        PermitTransferFrom calldata permit,
        address owner,
        Witness calldata witness,
        bytes calldata signature
    ) private {
        if (permit.permitted.amount == 0) revert InvalidAmount();
        checkParties(owner, witness.to, witness.validAfter);
        PERMIT2.permitWitnessTransferFrom(
            permit,
            SignatureTransferDetails(witness.to, permit.permitted.amount),
            owner,
            keccak256(abi.encode(WITNESS_TYPEHASH, witness.to, witness.validAfter)),
            WITNESS_TYPE_STRING,
            signature
        );
    }
}

/// Moves what the facilitator named in the signed witness asks for, up to the permitted amount.
contract X402UptoPermit2Proxy is X402Permit2Proxy {
    struct Witness {
        address to;
        address facilitator;
        uint256 validAfter;
    }

    error AmountExceedsPermitted();
    error UnauthorizedFacilitator();

    string public constant WITNESS_TYPE_STRING =
        'Witness witness)TokenPermissions(address token,uint256 amount)Witness(address to,address facilitator,uint256 validAfter)';
    bytes32 public constant WITNESS_TYPEHASH =
        keccak256('Witness(address to,address facilitator,uint256 validAfter)');

    function settle(
        PermitTransferFrom calldata permit,
        uint256 amount,
        address owner,
        Witness calldata witness,
        bytes calldata signature
    ) external nonReentrant {
        transfer(permit, amount, owner, witness, signature);
        emit Settled();
    }

    function settleWithPermit(
        EIP2612Permit calldata permit2612,
        PermitTransferFrom calldata permit,
        uint256 amount,
        address owner,
        Witness calldata witness,
        bytes calldata signature
    ) external nonReentrant {
        approveByPermit(permit2612, permit.permitted, owner);
        transfer(permit, amount, owner, witness, signature);
        emit SettledWithPermit();
    }

    function transfer(
        PermitTransferFrom calldata permit,
        uint256 amount,
        address owner,
        Witness calldata witness,
        bytes calldata signature
    ) private {
        if (msg.sender != witness.facilitator) revert UnauthorizedFacilitator();
        if (amount > permit.permitted.amount) revert AmountExceedsPermitted();
        checkParties(owner, witness.to, witness.validAfter);
        PERMIT2.permitWitnessTransferFrom(
            permit,
            SignatureTransferDetails(witness.to, amount),
            owner,
            keccak256(abi.encode(WITNESS_TYPEHASH, witness.to, witness.facilitator, witness.validAfter)),
            WITNESS_TYPE_STRING,
            signature
        );
    }
}
